import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import './card.css'

interface CardProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  /** Adds the usual inner space. */
  padded?: boolean
}

/** A raised surface. Never put one inside another. */
export function Card({ as: Tag = 'div', padded = false, className, ...rest }: CardProps) {
  // The tags share div's attributes; only the ref's element type differs.
  const Element = Tag as 'div'
  return <Element {...rest} className={clsx('card', padded && 'card-padded', className)} />
}

interface CardHeadProps {
  title: ReactNode
  /** The heading's level within the page. */
  level?: 2 | 3
  children?: ReactNode
}

/** A card's first row: its heading, then the content at the right. */
export function CardHead({ title, level = 2, children }: CardHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="card-head">
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
