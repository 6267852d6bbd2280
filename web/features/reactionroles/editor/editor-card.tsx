import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A part of the editor: its title and purpose, controls at the right, then the fields. */
export function EditorCard({
  title,
  purpose,
  controls,
  children,
}: {
  title: string
  purpose: string
  controls?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Card as="section" className="section" aria-labelledby={id}>
      <div className="section-head menu-section-head">
        <h2 id={id}>
          <span className="section-name">{title}</span>
          <span className="section-purpose">{purpose}</span>
        </h2>
        {controls}
      </div>
      <div className="section-body">{children}</div>
    </Card>
  )
}
