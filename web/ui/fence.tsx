import { clsx } from 'clsx'
import './fence.css'

type PicketTone = 'on' | 'off' | 'danger' | 'warning' | 'success'

interface FenceProps {
  pickets: readonly PicketTone[]
  /** What is counted: '9 of 11 modules on'. Without it the fence is decorative. */
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

/** One picket per counted thing. */
export function Fence({ pickets, label, size = 'md', className }: FenceProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={clsx('fence', size === 'sm' && 'fence-sm', className)} {...named}>
      {pickets.map((state, place) => (
        // The index is a valid key: the list never reorders.
        <i key={place} className={clsx('picket', state !== 'off' && `picket-${state}`)} />
      ))}
    </span>
  )
}

/** A fence with `on` of `total` pickets on. */
export const picketsOf = (on: number, total: number): PicketTone[] =>
  Array.from({ length: total }, (_, place) => (place < on ? 'on' : 'off'))
