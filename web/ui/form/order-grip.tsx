import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../button.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { entriesOf, startDrag } from './dragging.ts'
import './order-grip.css'

/**
 * Moves an entry of a list by dragging, with the arrow keys, or from the menu that a press opens. The entry is the
 * closest element with `data-entry`, among the others of its list.
 */
export function OrderGrip({
  label,
  name,
  noun,
  at,
  count,
  onMove,
  disabled,
  children,
}: {
  /** 'Move action 2' */
  label: string
  /** The path of the entry, if it is a link target for problems of the entry as a whole. */
  name?: string
  /** The name of an entry, for announcing its new place: 'Action'. */
  noun: string
  at: number
  count: number
  onMove: (to: number) => void
  disabled: boolean
  /** Further menu items. */
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  /** Announced after a move. */
  const [told, setTold] = useState('')
  const drag = useRef<ReturnType<typeof startDrag>>(undefined)
  const wasDragged = useRef(false)
  const wasOpen = useRef(false)
  useEffect(() => () => drag.current?.cancel(), [])

  const move = (to: number, grip?: Element) => {
    if (to < 0 || to >= count) return
    const list = grip?.closest('[data-entry]')?.parentElement
    flushSync(() => {
      setTold(`${noun} ${to + 1} of ${count}`)
      onMove(to)
    })
    // Lists whose entries have no keys of their own reuse elements, so the moved entry is in another one.
    entriesOf(list).at(to)?.querySelector<HTMLElement>('.order-grip')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Escape') {
      drag.current?.cancel()
      drag.current = undefined
    }
    if (open || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? at - 1 : at + 1, event.currentTarget)
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    // The menu opens when the pointer is released: until then it may be a drag.
    event.preventDefault()
    const grip = event.currentTarget
    grip.focus()
    grip.setPointerCapture(event.pointerId)
    wasOpen.current = open
    wasDragged.current = false
    drag.current = startDrag(grip, event.clientY, to => move(to, grip))
  }
  return (
    <>
      <Menu
        align="start"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            size="sm"
            className="order-grip"
            label={label}
            name={name}
            icon={<GripVertical aria-hidden />}
            why={disabled}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={event => {
              if (drag.current?.move(event.clientY)) wasDragged.current = true
            }}
            onPointerUp={() => {
              drag.current?.drop()
              drag.current = undefined
            }}
            onPointerCancel={() => {
              drag.current?.cancel()
              drag.current = undefined
            }}
            onClick={() => {
              if (!wasDragged.current) setOpen(!wasOpen.current)
              wasDragged.current = false
              wasOpen.current = false
            }}
          />
        }
      >
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          why={at === 0 ? 'It is the first.' : undefined}
          onSelect={() => move(at - 1)}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          why={at >= count - 1 ? 'It is the last.' : undefined}
          onSelect={() => move(at + 1)}
        >
          Move down
        </MenuItem>
        {children}
      </Menu>
      <span className="visually-hidden" aria-live="polite">
        {told}
      </span>
    </>
  )
}
