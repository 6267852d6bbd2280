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
  /** Before the title: the picture of the person whose page it is. */
  picture?: ReactNode
  /** The document's title where it differs from the heading. */
  documentTitle?: string
}

/** The head of a page below /manage; also sets the document's title. */
export function PageHead({ title, children, actions, badge, picture, documentTitle = title }: PageHeadProps) {
  usePageTitle(documentTitle)
  return (
    <div className="page-head" data-pictured={picture !== undefined || undefined}>
      {picture}
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
