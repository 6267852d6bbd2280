import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { momentText } from '#web/app/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Receipt as Sent } from './use-contact.ts'

const places = {
  channel: 'The operator’s Discord channel',
  webhook: 'The operator’s Discord channel',
  dashboard: 'The operator’s dashboard',
}

/** Replaces the form once a message is stored. */
export function Receipt({ sent, times, onAgain }: { sent: Sent; times: string | undefined; onAgain(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="receipt">
      <span className="receipt-sign" aria-hidden="true">
        <Check />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        Your message is with the operator
      </h2>
      <p>
        We keep it under reference <span className="code">{sent.reference}</span> and answer to <b>{sent.email}</b>
        {times !== undefined && `, usually within ${times}`}.
      </p>
      <dl>
        <div>
          <dt>Subject</dt>
          <dd>{sent.subject === '' ? 'None' : sent.subject}</dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd className="num">{momentText(sent.at)}</dd>
        </div>
        <div>
          <dt>{sent.goesTo === 'dashboard' ? 'Waits in' : 'Goes to'}</dt>
          <dd>{places[sent.goesTo]}</dd>
        </div>
      </dl>
      <div className="receipt-next">
        <Button onClick={onAgain}>Write another</Button>
        <Link to="/" className="link">
          Back to Home
        </Link>
      </div>
    </Card>
  )
}
