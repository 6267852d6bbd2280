import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import './spinner.css'

/** A spinning ring. Decorative unless it has a label. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  if (label === undefined) return <LoaderCircle className={clsx('spinner', className)} aria-hidden />
  return (
    <span role="status" className="spinner-status">
      <LoaderCircle className={clsx('spinner', className)} aria-hidden />
      <span>{label}</span>
    </span>
  )
}

/** Centered on an otherwise empty page while something loads. */
export function CentredSpinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className="spinner-page">
      <Spinner label={label} />
    </div>
  )
}
