import { agoText, momentText, timeText } from '../dates.ts'

/**
 * A relative time, with the exact one on hover. `at` and `now` in Unix ms; `now` is when the data arrived.
 * @param props.within whether it is part of a sentence
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
