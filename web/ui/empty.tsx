import type { ReactNode } from 'react'
import { Fence, picketsOf } from './fence.tsx'
import './empty.css'

interface EmptyProps {
  title: string
  /** One sentence: why it is empty, or what to do. */
  children?: ReactNode
  action?: ReactNode
  /** The heading's level: 1 if it is all that the page shows. */
  level?: 1 | 2 | 3
}

/** Shown in place of an empty list. */
export function Empty({ title, children, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      <Fence pickets={picketsOf(0, 5)} />
      <Heading className="empty-title">{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}
