import { clsx } from 'clsx'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { useDisabledReason, type DisabledReason } from './disabled-reason.tsx'
import { Spinner } from './spinner.tsx'
import './button.css'

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | 'invite' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
}

/** The class of anything that looks like a button, such as a router link. */
function buttonClass({ variant = 'secondary', size = 'md', wide = false }: ButtonLook, extra?: string) {
  return clsx('button', `button-${variant}`, size !== 'md' && `button-${size}`, wide && 'button-wide', extra)
}

/** A disabled button says why, see `disabled-reason.tsx`. */
type Pressed = Omit<ComponentPropsWithRef<'button'>, 'type' | 'disabled'> & {
  /** Why it cannot be pressed now, which disables it. */
  why?: DisabledReason
}

interface ButtonProps extends ButtonLook, Pressed {
  type?: 'button' | 'submit'
  icon?: ReactNode
  /** Shows a spinner and `busyLabel`, keeps the width and the focus, and ignores clicks. */
  busy?: boolean
  busyLabel?: string
}

const ignore = (event: MouseEvent) => {
  // Prevents sending the form, too.
  event.preventDefault()
  event.stopPropagation()
}

/** A button, of type 'button' by default. */
export function Button({
  variant,
  size,
  wide,
  type = 'button',
  icon,
  busy = false,
  busyLabel,
  why,
  title,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const label = (
    <>
      {icon}
      {children}
    </>
  )
  return (
    <button
      {...rest}
      type={type}
      {...useDisabledReason(why, title)}
      // Not `disabled`: browsers would take the focus from somebody who pressed it with a key.
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busyLabel === undefined && !busy ? (
        label
      ) : (
        <span className="button-labels">
          <span data-shown={!busy} aria-hidden={busy || undefined}>
            {label}
          </span>
          <span data-shown={busy} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyLabel ?? children}
          </span>
        </span>
      )}
    </button>
  )
}

interface IconButtonProps extends ButtonLook, Omit<Pressed, 'children'> {
  /** What it does, for people who do not see the icon. */
  label: string
  icon: ReactNode
}

/** A square button that shows only an icon; `label` is its name. */
export function IconButton({
  variant = 'ghost',
  size,
  wide,
  label,
  icon,
  why,
  title,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      {...useDisabledReason(why, title)}
      type="button"
      aria-label={label}
      className={buttonClass({ variant, size, wide }, clsx('button-icon', className))}
    >
      {icon}
    </button>
  )
}

interface ButtonAnchorProps extends ButtonLook, ComponentPropsWithRef<'a'> {
  icon?: ReactNode
}

/** A link to another address that looks like a button. */
export function ButtonAnchor({ variant, size, wide, icon, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </a>
  )
}
