import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { type DisabledReason, useDisabledReason, whileBusy } from '../disabled-reason.tsx'
import './text-button.css'

/** A button that looks like a link, for the end of a sentence: 'Check again'. */
export function TextButton({
  busy = false,
  why,
  title,
  className,
  ...rest
}: Omit<ComponentPropsWithRef<'button'>, 'type' | 'disabled'> & {
  busy?: boolean
  /** Why it cannot be pressed now, which disables it. */
  why?: DisabledReason
}) {
  return (
    <button
      {...rest}
      type="button"
      className={clsx('text-button', className)}
      {...useDisabledReason(why || whileBusy(busy), title)}
      aria-busy={busy || undefined}
    />
  )
}
