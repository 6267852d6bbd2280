import { clsx } from 'clsx'
import './skeleton.css'

/** A box of the layout to come. It shows after 300 ms, so that quick loads do not flash. Size it with a class. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={clsx('skeleton', className)} aria-hidden />
}
