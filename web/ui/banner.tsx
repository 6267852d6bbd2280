import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Children, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useHoverFocusHandlers } from './auto-dismiss.ts'
import { useFocusLeftBehind } from './keep-focus.ts'
import { useChangeCount } from './use-change-count.ts'
import './banner.css'

const icons = { success: CircleCheck, danger: CircleAlert, warning: TriangleAlert, info: Info }

interface BannerProps {
  tone: keyof typeof icons
  /** What happened, in medium weight; the children explain what it means. */
  title?: ReactNode
  /** The result that it belongs to: for another result the same sentence is announced again. */
  of?: unknown
  onClose?: (() => void) | undefined
  className?: string
  children?: ReactNode
}

/** The messages that the specification prescribes end without a full stop, but need one before another sentence. */
const stopBetween = (title: ReactNode, children: ReactNode): string =>
  typeof title === 'string' && /[^.!?…:]$/.test(title) && Children.toArray(children).length > 0 ? '.' : ''

/**
 * The result of an action, or a warning that stays until it is fixed. Failures are announced assertively, everything
 * else politely.
 */
export function Banner({ tone, title, of, onClose, className, children }: BannerProps) {
  const count = useChangeCount(of)
  const own = useRef<HTMLDivElement>(null)
  const hoverFocusHandlers = useHoverFocusHandlers(onClose !== undefined)
  useFocusLeftBehind(own)
  const Icon = icons[tone]
  return (
    <div
      ref={own}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx('banner', `banner-${tone}`, className)}
      {...hoverFocusHandlers}
    >
      <Icon aria-hidden />
      <div className="banner-text" key={count}>
        {title !== undefined && (
          <strong>
            {title}
            {stopBetween(title, children)}
          </strong>
        )}{' '}
        {children}
      </div>
      {onClose && (
        <IconButton className="banner-close" size="sm" label="Dismiss" icon={<X aria-hidden />} onClick={onClose} />
      )}
    </div>
  )
}
