import type { ReactNode } from 'react'
import { usePageTitle } from '../page.tsx'
import './page-head.css'

interface PageHeadProps {
  title: string
  /** Under the title, one sentence. */
  children?: ReactNode
  /** Buttons at the right; one primary at most. */
  actions?: ReactNode
  badge?: ReactNode
  /** The document's title where it differs from the heading. */
  documentTitle?: string
}

/** The head of a page below /manage; names the document too. */
export function PageHead({ title, children, actions, badge, documentTitle = title }: PageHeadProps) {
  usePageTitle(documentTitle)
  return (
    <div className="page-head">
      <div>
        <div className="page-head-title">
          <h1>{title}</h1>
          {badge}
        </div>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div className="page-head-actions">{actions}</div>}
    </div>
  )
}
