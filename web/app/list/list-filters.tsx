import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import './list.css'

/** Search and filters above a list. On phones the filters are behind a button that shows how many are set. */
export function ListFilters({
  filter,
  search,
  children,
}: {
  /** The current filter; its `search` has a field of its own. */
  filter: object
  search: ReactNode
  children: ReactNode
}) {
  const set = Object.keys(filter).filter(name => name !== 'search').length
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="list-filters">
      {search}
      <Button
        className="list-filters-button"
        icon={<SlidersHorizontal aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <div id={id} className="list-filters-more" data-open={open}>
        {children}
      </div>
    </search>
  )
}
