import type { ReactNode } from 'react'
import { Page } from '#web/app/page.tsx'
import './legal-page.css'

/** A page of plain text: title, one summary, headed paragraphs. */
export function LegalPage({ title, summary, children }: { title: string; summary: ReactNode; children: ReactNode }) {
  return (
    <Page title={title} className="legal">
      <h1>{title}</h1>
      <p className="legal-summary">{summary}</p>
      {children}
    </Page>
  )
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
