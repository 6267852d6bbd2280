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
  /** Where something else opens it, too, such as a key. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A menu of commands or links below its button; arrows move, Escape and a press outside close it. */
export function Menu({ trigger, align = 'end', label, className, open, onOpenChange, children }: MenuProps) {
  return (
    // Not modal: the modal one locks scrolling with an inline style sheet, which our CSP forbids.
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
  /** At the far right: a key, a badge. */
  end?: ReactNode
  danger?: boolean
  /** Why it cannot be chosen, as a second line. */
  why?: string | undefined
  onSelect?: () => void
  /** Renders the child (one link) as the item. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ icon, end, danger, why, onSelect, asChild, children }: MenuItemProps) {
  const props = {
    className: clsx('menu-item', danger && 'menu-item-danger'),
    disabled: why !== undefined,
    ...(onSelect && { onSelect }),
  }
  if (asChild)
    return (
      <DropdownMenu.Item {...props} asChild>
        {children}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.Item {...props}>
      {icon}
      <span className="menu-item-text">
        {children}
        {why !== undefined && <span className="menu-reason">{why}</span>}
      </span>
      {end}
    </DropdownMenu.Item>
  )
}

export const MenuSeparator = () => <DropdownMenu.Separator className="menu-separator" />
