import { createFileRoute, Link } from '@tanstack/react-router'
import { useProductName } from '#web/app/queries.ts'
import { LegalContact } from '../legal-contact.tsx'
import { Clause, LegalPage } from '../legal-page.tsx'

export const Route = createFileRoute('/privacy')({ component: Privacy })

function Privacy() {
  const name = useProductName()
  return (
    <LegalPage
      title="Privacy Policy"
      summary={`Everything ${name} stores stays on the machine of whoever runs this copy. That operator is responsible for it.`}
    >
      <Clause title="Who is responsible">
        <p>The people who run this copy, who are not necessarily those who wrote the program.</p>
        <LegalContact />
      </Clause>
      <Clause title="What is stored">
        <ul>
          <li>The settings of a server, and who changed which of them when.</li>
          <li>
            When you sign in: your Discord ID, name, picture and email address, kept in your session on the server until
            you log out or it expires.
          </li>
          <li>
            What you write on the <Link to="/contact">contact page</Link>, with the name and email address you give, for
            90 days; and for an hour, as a mark that cannot be read back, the address of the network you write from.
          </li>
          <li>What a feature needs to work, such as a scheduled job or a count, with the IDs it concerns.</li>
        </ul>
      </Clause>
      <Clause title="What is not stored">
        <p>
          The content of messages, unless a feature that a server switched on needs it, and then only for the time that
          its page names. Nothing is sold, and nothing is sent to anyone but Discord, with one exception: a text that
          somebody asks to have translated goes to a translation service, if the operator has set one up and the server
          has switched Flag Translation on.
        </p>
      </Clause>
      <Clause title="For how long">
        <p>
          When the bot is removed from a server, or the service ends there, what was stored about it is erased after 30
          days. Logs are kept for about 90 days.
        </p>
      </Clause>
      <Clause title="Your rights">
        <p>
          You may ask what is stored about you and have it erased. Administrators can export what is stored about their
          server, and a server's owner can have a member forgotten. Write to the operator: see{' '}
          <Link to="/contact">Contact</Link>.
        </p>
      </Clause>
      <Clause title="Children">
        <p>The service is not for people under 13.</p>
      </Clause>
      <Clause title="Cookies">
        <p>
          One to keep you signed in, and short-lived ones while you sign in: see the{' '}
          <Link to="/cookies">Cookie Policy</Link>.
        </p>
      </Clause>
    </LegalPage>
  )
}
