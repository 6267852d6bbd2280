import { type ReactNode, useDeferredValue } from 'react'
import { Banner } from '../banner.tsx'
import { Card } from '../card.tsx'
import { TextButton } from '../form/text-button.tsx'
import { Skeleton } from '../skeleton.tsx'
import './chart-card.css'

/** What a colour or stroke stands for, with the total of all that it shows. */
interface Mark {
  name: string
  series: 1 | 2 | 3
  kind?: 'bar' | 'line'
  total?: string | undefined
}

/** A chart with its name, the figure that it comes to, and what its colours stand for. It loads and fails by itself. */
export function ChartCard({
  title,
  figure,
  note,
  legend = [],
  query,
  children,
}: {
  title: string
  figure?: string | undefined
  note?: string | undefined
  legend?: readonly Mark[]
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch(): unknown }
  children: ReactNode
}) {
  // An answer of the server is drawn in one piece: the chart itself, in slices afterwards, keeps nobody who taps waiting.
  const drawn = useDeferredValue(!query.isPending, false)
  return (
    <Card as="section" className="chart-card" aria-label={title}>
      <div className="chart-head">
        <div>
          <h3>{title}</h3>
          {figure !== undefined && (
            <p>
              <b>{figure}</b> {note}
            </p>
          )}
        </div>
        {legend.length > 0 && (
          <ul className="chart-legend">
            {legend.map(({ name, series, kind = 'bar', total }) => (
              <li key={name}>
                <i data-series={series} data-kind={kind} aria-hidden />
                {name} {total !== undefined && <b>{total}</b>}
              </li>
            ))}
          </ul>
        )}
      </div>
      {query.isError && (
        <Banner tone="danger" title={`${title} could not be loaded.`}>
          <TextButton busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </TextButton>
        </Banner>
      )}
      {!drawn && !query.isError && (
        <div role="status">
          <span className="visually-hidden">Loading {title}...</span>
          <Skeleton className="chart-skeleton" />
        </div>
      )}
      {drawn && children}
    </Card>
  )
}
