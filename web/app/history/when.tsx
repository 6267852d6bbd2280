import { momentText, timeText } from '../dates.ts'

/** A time in relative words, and exactly on hover. `at` and `now` in Unix ms; `now` is when the data arrived. */
export function When({ at, now, className }: { at: number; now: number; className?: string }) {
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={momentText(at)}>
      {timeText(at, now)}
    </time>
  )
}
