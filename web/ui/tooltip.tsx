import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './tooltip.css'

/** Around a group of tooltips: after one was open, the next opens without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={300}>{children}</Radix.Provider>
}

interface TooltipProps {
  content: ReactNode
  /** A single focusable element. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** For a tooltip that also opens on click. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** At most 300 px wide; on hover and focus; closes on Escape and on a press outside. */
export function Tooltip({ content, children, side = 'top', open, onOpenChange }: TooltipProps) {
  return (
    <TooltipProvider>
      <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </TooltipProvider>
  )
}
