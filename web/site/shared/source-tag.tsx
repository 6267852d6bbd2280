import './public-page.css'

/**
 * Where a figure, a quote or a statement is from, under it: nothing of the kind is without one. `live` is measured,
 * `said` is stated by the operator, `example` waits to be replaced.
 */
export const SourceTag = ({ source, children }: { source: 'live' | 'said' | 'example'; children: string }) => (
  <span className="source-tag" data-source={source}>
    {children}
  </span>
)
