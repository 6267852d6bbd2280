import type { ReactNode } from 'react'
import { chartHeight } from './chart-height.ts'
import './empty-chart.css'

const lines = 5

/** The grid of a chart without data, with the reason across it. */
export const EmptyChart = ({ places, children }: { places: readonly string[]; children: ReactNode }) => (
  <div className="chart-empty" style={{ height: chartHeight }}>
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} aria-hidden />
    ))}
    <p>{children}</p>
    <span aria-hidden>
      <span>{places[0]}</span>
      <span>{places.at(-1)}</span>
    </span>
  </div>
)
