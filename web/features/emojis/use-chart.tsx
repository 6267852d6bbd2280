import { picket } from '#web/ui/chart/picket.ts'
import { formatCount } from '#web/ui/numbers.ts'

const [width, height] = [4, 20]
const gap = 2

/** How often an emoji was used per week, one picket each; the highest is as tall as there is room. */
export function UseChart({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks)
  const all = weeks.reduce((sum, one) => sum + one, 0)
  return (
    <svg
      className="emoji-chart"
      width={weeks.length * (width + gap) - gap}
      height={height}
      role="img"
      aria-label={`${formatCount(all, 'use')} in ${weeks.length} weeks, ${formatCount(weeks.at(-1) ?? 0, 'use')} in the last`}
    >
      {weeks.map((value, at) => (
        <path
          key={at}
          d={picket(
            at * (width + gap),
            width,
            height - (value === 0 ? 1 : Math.max(4, (value / most) * height)),
            height,
          )}
          data-used={value > 0 || undefined}
        />
      ))}
    </svg>
  )
}
