import { timeText } from './history-text.ts'

const exact: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

/** A moment as people say it, and exactly on hover. `at` and `now` in Unix ms; `now` is when the data came. */
export function When({ at, now, className }: { at: number; now: number; className?: string }) {
  return (
    <time
      className={className}
      dateTime={new Date(at).toISOString()}
      title={new Date(at).toLocaleString(undefined, exact)}
    >
      {timeText(at, now)}
    </time>
  )
}
