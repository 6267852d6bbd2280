import { Popover } from 'radix-ui'
import { type PointerEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import './tooltip.css'

/** Delays in ms: how long the pointer has to rest before it opens, and may be away before it closes. */
const opensAfter = 350
const closesAfter = 150

interface HoverCardProps {
  /** Its name for screen readers. */
  label: string
  content: ReactNode
  /** A single element that contains a `HoverCardTrigger`. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/**
 * A tooltip that may contain a link. It opens when the pointer rests on its child, and by a click or key press on the
 * trigger inside, which also moves the focus into it. It closes on Escape and on a press outside.
 */
export function HoverCard({ label, content, children, side = 'right' }: HoverCardProps) {
  const [open, setOpen] = useState<'closed' | 'hovered' | 'pressed'>('closed')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (next: 'closed' | 'hovered', delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(now => (now === 'pressed' ? now : next)), delay)
  }
  const hover = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && later('hovered', opensAfter),
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && later('closed', closesAfter),
  }
  const change = (next: boolean) => {
    clearTimeout(timer.current)
    setOpen(next ? 'pressed' : 'closed')
  }
  return (
    <Popover.Root open={open !== 'closed'} onOpenChange={change}>
      <Popover.Anchor asChild {...hover}>
        {children}
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          {...hover}
          className="tooltip"
          aria-label={label}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={event => open === 'hovered' && event.preventDefault()}
          onCloseAutoFocus={event => open === 'hovered' && event.preventDefault()}
        >
          {content}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Makes its child, a button, open the surrounding card. */
export const HoverCardTrigger = ({ children }: { children: ReactElement }) => (
  <Popover.Trigger asChild>{children}</Popover.Trigger>
)
