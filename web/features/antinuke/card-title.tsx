import type { ReactNode } from 'react'
import './card-title.css'

/** A card's first row with a sentence below its heading. */
export const CardTitle = ({
  id,
  title,
  help,
  children,
}: {
  id?: string
  title: string
  help: ReactNode
  children?: ReactNode
}) => (
  <div className="card-head titled-head">
    <div>
      <h2 id={id}>{title}</h2>
      <p>{help}</p>
    </div>
    {children}
  </div>
)
