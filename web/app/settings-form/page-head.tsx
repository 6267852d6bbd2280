import { type ReactNode } from 'react'
import './page-head.css'

/** A dashboard page's title, one line about it, and at most two buttons. */
export function PageHead({ title, purpose, children }: { title: string; purpose?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {purpose && <p>{purpose}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </div>
  )
}
