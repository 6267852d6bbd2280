import { createFileRoute, Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import features from 'virtual:features'
import { useAbout } from '#web/app/queries.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Clause, LegalPage } from '../legal-page.tsx'

export const Route = createFileRoute('/contact')({ component: Contact })

function Contact() {
  const about = useAbout()
  const name = about?.name ?? 'Palisade'
  return (
    <LegalPage title="Contact" summary={`${name} is self-hosted, so questions go to the people who run this copy.`}>
      <Clause title="Support">
        {about?.supportUrl ? (
          <>
            <p>Open a ticket or ask in the support server.</p>
            <p>
              <ButtonAnchor variant="primary" href={about.supportUrl} icon={<ExternalLink aria-hidden />}>
                Open support
              </ButtonAnchor>
            </p>
          </>
        ) : (
          <p>
            {about
              ? 'Whoever runs this copy has not named a support server. Ask the administrators of the server where you met the bot.'
              : 'Loading how to reach support...'}
          </p>
        )}
      </Clause>
      <Clause title="Before you ask">
        <ul>
          <li>
            Is the bot online, and can it see the channel?
            {features.some(feature => feature.name === 'doctor') &&
              " The doctor on your server's dashboard lists what it lacks."}
          </li>
          <li>
            How does a command work? <Link to="/docs">The documentation</Link> lists every one with its permissions.
          </li>
          <li>Something failed with a reference? Send that reference along: it finds the entry in the log.</li>
        </ul>
      </Clause>
    </LegalPage>
  )
}
