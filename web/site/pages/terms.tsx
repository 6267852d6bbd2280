import { createFileRoute, Link } from '@tanstack/react-router'
import { useOperator, useProductName } from '#web/app/queries.ts'
import { AskTheOperator } from '../legal-contact.tsx'
import { Clause, LegalPage } from '../legal-page.tsx'

export const Route = createFileRoute('/terms')({ component: Terms })

function Terms() {
  const name = useProductName()
  const law = useOperator()?.legal.law
  return (
    <LegalPage
      title="Terms of Service"
      summary={`${name} is self-hosted: whoever runs this copy provides the service to you and answers for it.`}
    >
      <Clause title="Who may use it">
        <p>
          You must be at least 13 years old, or older where your country or Discord asks for it, and keep to Discord's
          own Terms of Service and Community Guidelines.
        </p>
      </Clause>
      <Clause title="What you may do">
        <p>
          Add the bot to servers you manage, configure it, and use its commands. Do not use it to spam, harass or spy on
          people, to break Discord's rules, or to disturb the machine it runs on.
        </p>
      </Clause>
      <Clause title="What you answer for">
        <p>
          The messages, rules and punishments that you configure are yours. Look at a preview before you save, and tell
          your members what the bot does in your server.
        </p>
      </Clause>
      <Clause title="What is not promised">
        <p>
          The software is open source under the MIT license and comes without warranty. The operator may change or stop
          the service. You may remove the bot at any time; what it stored about your server is then erased after 30
          days.
        </p>
      </Clause>
      {law && (
        <Clause title="Which law applies">
          <p>{law}, as the operator states it.</p>
        </Clause>
      )}
      <Clause title="Questions">
        <AskTheOperator />
        <p>
          What is stored is listed in the <Link to="/privacy">Privacy Policy</Link>.
        </p>
      </Clause>
    </LegalPage>
  )
}
