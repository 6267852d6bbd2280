import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Page } from '#web/app/page.tsx'
import './public-page.css'

/** A public page in its full width. */
export function PublicPage({
  title,
  className,
  children,
}: {
  title: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Page title={title} className={clsx('public-page', className)}>
      {children}
    </Page>
  )
}

/** A page's heading and the sentence below it. */
export function PublicHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="public-head">
      <h1>{title}</h1>
      <p className="public-lede">{children}</p>
    </div>
  )
}
