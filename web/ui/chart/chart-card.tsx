import { type ReactNode, useDeferredValue } from 'react'
import { Banner } from '../banner.tsx'
import { Card } from '../card.tsx'
import { TextButton } from '../form/text-button.tsx'
import { Skeleton } from '../skeleton.tsx'
import './chart-card.css'

/** What a color or stroke stands for, with its total. */
interface Mark {
  name: string
  series: 1 | 2 | 3
  kind?: 'bar' | 'line'
  total?: string | undefined
}

/** A chart with its name, its main figure and a legend. It has its own loading and error states. */
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
  // React renders data from the server in one piece. Rendering the chart deferred, in slices, keeps the page responsive
  // to taps.
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
