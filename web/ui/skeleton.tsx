import { clsx } from 'clsx'
import './skeleton.css'

/**
 * A placeholder for content that is loading. It appears after 300 ms, so that quick loads do not flash. Size it with a
 * class.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span className={clsx('skeleton', className)} aria-hidden />
}
