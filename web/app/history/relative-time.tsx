import { agoText, momentText, timeText } from '../dates.ts'

/**
 * A time in relative words, and exactly on hover. `at` and `now` in Unix ms; `now` is when the data arrived.
 * @param props.within whether it stands within a sentence
 */
export function When({
  at,
  now,
  className,
  within = false,
}: {
  at: number
  now: number
  className?: string
  within?: boolean
}) {
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={momentText(at)}>
      {within ? agoText(at, now) : timeText(at, now)}
    </time>
  )
}
