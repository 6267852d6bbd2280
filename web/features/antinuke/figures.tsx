import './figures.css'

export interface Figure {
  title: string
  figure: string
  unit: string
  /** A note that puts the figure into context. */
  note: string
}

/** Four figures in a row. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="card figures">
    {figures.map(({ title, figure, unit, note }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>
          {figure} {unit && <small>{unit}</small>}
        </dd>
        <dd className="figure-note">{note}</dd>
      </div>
    ))}
  </dl>
)
