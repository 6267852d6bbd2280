import './public-page.css'

/**
 * The source of a figure, quote or statement, below it: none is shown without one. `live` is measured, `said` is stated
 * by the operator, `example` is to be replaced.
 */
export const SourceTag = ({ source, children }: { source: 'live' | 'said' | 'example'; children: string }) => (
  <span className="source-tag" data-source={source}>
    {children}
  </span>
)
