import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import './text-button.css'

/** A button that reads as a link, for the end of a sentence: 'Check again'. */
export function TextButton({
  busy = false,
  disabled,
  className,
  ...rest
}: Omit<ComponentPropsWithRef<'button'>, 'type'> & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      className={clsx('text-button', className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  )
}
