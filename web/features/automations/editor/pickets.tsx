import type { TriedMessage } from '#features/automations/contract.ts'
import { clockText, shortMomentText } from '#web/app/dates.ts'

const words = ({ author, at, text, reason }: TriedMessage) =>
  `${author.name}, ${clockText(at)}: ${text === '' ? 'no text' : text} ${reason}`

/**
 * One picket per message: blue would start it, gray fails only one condition. The pointer or the arrow keys select one
 * to describe.
 */
export function Pickets({
  messages,
  at,
  onAt,
}: {
  messages: readonly TriedMessage[]
  /** The selected one; undefined for none. */
  at: number | undefined
  onAt: (at: number | undefined) => void
}) {
  const last = messages.length - 1
  const named = at === undefined ? undefined : messages[at]
  const [first] = messages
  const keys: Partial<Record<string, number>> = {
    ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
    ArrowRight: Math.min(last, (at ?? last - 1) + 1),
    Home: 0,
    End: last,
  }
  return (
    <div className="trial-pickets-place">
      <div
        className="trial-pickets"
        role="slider"
        tabIndex={0}
        aria-label="Messages, oldest first"
        aria-valuemin={1}
        aria-valuemax={messages.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={words(named ?? (messages[last] as TriedMessage))}
        onKeyDown={event => {
          const next = keys[event.key]
          if (next === undefined) return
          event.preventDefault()
          onAt(next)
        }}
        onPointerLeave={() => onAt(undefined)}
      >
        {messages.map(({ id, result }, place) => (
          <span
            key={id}
            data-result={result}
            data-named={place === at || undefined}
            onPointerEnter={() => onAt(place)}
          />
        ))}
      </div>
      <p className="trial-ends muted">
        <span>{first && shortMomentText(first.at)}</span>
        <span>now</span>
      </p>
      <p className="trial-named muted" aria-hidden="true">
        {named ? words(named) : ''}
      </p>
    </div>
  )
}
