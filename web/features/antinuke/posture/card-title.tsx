import type { ReactNode } from 'react'

/** A card's first row with a sentence below its heading. */
export const CardTitle = ({
  id,
  title,
  help,
  children,
}: {
  id: string
  title: string
  help: string
  children?: ReactNode
}) => (
  <div className="card-head posture-card-head">
    <div>
      <h2 id={id}>{title}</h2>
      <p>{help}</p>
    </div>
    {children}
  </div>
)
