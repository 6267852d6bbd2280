import { CircleAlert } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { Outbox } from './use-outbox.ts'
import './answer.css'

/** Answers below the conversation that are being sent, wait for the connection, or were refused. */
export function OutgoingAnswers({ outbox }: { outbox: Outbox }) {
  return outbox.all.map(one => (
    <div key={one.key} className="live-outgoing" data-state={one.state}>
      {one.text !== '' && <p>{one.text}</p>}
      {one.files.length > 0 && <small>{one.files.map(({ name }) => name).join(', ')}</small>}
      {one.state === 'sending' && <small>Sending...</small>}
      {one.state === 'waiting' && <small>Waits for the connection.</small>}
      {one.state === 'failed' && (
        <small role="alert">
          <CircleAlert aria-hidden /> {one.error}
        </small>
      )}
      {one.state !== 'sending' && (
        <span className="live-outgoing-acts">
          <Button size="sm" onClick={() => outbox.again(one)}>
            {one.state === 'failed' ? 'Try again' : 'Send now'}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => outbox.drop(one.key)}>
            Discard
          </Button>
        </span>
      )}
    </div>
  ))
}
