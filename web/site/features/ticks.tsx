import { Check } from 'lucide-react'
import './ticks.css'

/** What something does, as a list of points. */
export const Ticks = ({ points, columns = 1 }: { points: readonly string[]; columns?: 1 | 2 }) => (
  <ul className="ticks" data-columns={columns}>
    {points.map(point => (
      <li key={point}>
        <Check aria-hidden />
        {point}
      </li>
    ))}
  </ul>
)
