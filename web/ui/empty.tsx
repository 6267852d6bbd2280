import type { ReactNode } from 'react'
import { Fence, picketsOf } from './fence.tsx'
import './empty.css'

interface EmptyProps {
  title: string
  /** One sentence: why it is empty, or what to do. */
  children?: ReactNode
  action?: ReactNode
}

/** What stands where a list would be. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Fence pickets={picketsOf(0, 5)} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}
