import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import features from 'virtual:features'
import switches from 'virtual:switches'
import { LinkButton } from '#web/app/link-button.tsx'
import { useAbout } from '#web/app/queries.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { atFirst } from '../at-first.ts'
import { Clause, LegalPage } from '../legal-page.tsx'
import '../invite.css'

export const Route = createFileRoute('/invite')({ component: Invite })

function Invite() {
  const about = useAbout()
  const name = about?.name ?? 'Palisade'
  return (
    <LegalPage
      title="Invite"
      summary={`Add ${name} to a server you manage. Discord asks you which one, and shows what the bot may do there.`}
    >
      <p className="invite-actions">
        {about && (
          <ButtonAnchor variant="primary" size="lg" href={about.inviteUrl} icon={<Plus aria-hidden />}>
            Invite Bot
          </ButtonAnchor>
        )}
        <LinkButton to="/docs" size="lg">
          View Documentation
        </LinkButton>
      </p>
      <Clause title="What it asks for">
        <p>
          Administrator, so that protection still works when somebody changes channel permissions. You may take it away
          afterwards
          {features.some(feature => feature.name === 'doctor') &&
            ': the doctor on the dashboard then names every permission that a feature lacks, and where'}
          .
        </p>
      </Clause>
      <Clause title="What happens next">
        <ul>
          <li>{atFirst(switches)}.</li>
          <li>Open the dashboard, choose the server, and look through its settings.</li>
          <li>Move the bot's role above the roles it should look after.</li>
        </ul>
      </Clause>
    </LegalPage>
  )
}
