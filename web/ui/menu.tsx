import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import './menu.css'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  label?: string
  className?: string
  /** For menus that something else opens, too, such as a key. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A menu of commands or links below its button. The arrow keys move; Escape and a press outside close it. */
export function Menu({ trigger, align = 'end', label, className, open, onOpenChange, children }: MenuProps) {
  return (
    // Not modal: a modal menu locks scrolling with an inline style sheet, which our CSP forbids.
    <DropdownMenu.Root modal={false} {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={clsx('menu', className)} align={align} sideOffset={6} collisionPadding={8}>
          {label !== undefined && <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>}
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  /** At the far right: a keyboard shortcut, a badge. */
  end?: ReactNode
  danger?: boolean
  /** Why it cannot be chosen, as a second line. */
  why?: string | undefined
  onSelect?: () => void
  children: ReactNode
}

/** A command in a menu. A disabled one can still be reached with the arrow keys, so that its reason is announced. */
export function MenuItem({ icon, end, danger, why, onSelect, children }: MenuItemProps) {
  const state =
    why === undefined
      ? onSelect && { onSelect }
      : { 'aria-disabled': true, onSelect: (event: Event) => event.preventDefault() }
  return (
    <DropdownMenu.Item className={clsx('menu-item', danger && 'menu-item-danger')} {...state}>
      {icon}
      <span className="menu-item-text">
        {children}
        {why !== undefined && <span className="menu-reason">{why}</span>}
      </span>
      {end}
    </DropdownMenu.Item>
  )
}

/** A link as a menu item. */
export const MenuLink = ({ children }: { children: ReactElement }) => (
  <DropdownMenu.Item className="menu-item" asChild>
    {children}
  </DropdownMenu.Item>
)

export const MenuSeparator = () => <DropdownMenu.Separator className="menu-separator" />
