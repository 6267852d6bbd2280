import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { keepDialogOpen } from './over-dialogs.ts'
import { useReturnFocus } from './return-focus.ts'
import './drawer.css'

interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Its name for screen readers. */
  title: string
  children: ReactNode
}

/**
 * Slides in from the left and leaves 56 px of the page visible. The focus is trapped; Escape and the scrim close it.
 */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="drawer-scrim" />
        <Radix.Content
          className="drawer"
          {...returnFocus}
          onPointerDownOutside={keepDialogOpen}
          aria-describedby={undefined}
        >
          <Radix.Title className="visually-hidden">{title}</Radix.Title>
          {children}
          <Radix.Close asChild>
            <IconButton className="drawer-close" variant="secondary" label="Close menu" icon={<X aria-hidden />} />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
