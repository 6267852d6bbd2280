import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A step of the flow: its tag on the line, and its card. */
export function FlowStep({
  tag,
  icon,
  title,
  controls,
  foot,
  children,
}: {
  tag: string
  icon: ReactNode
  title: string
  controls?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <li className="flow-step">
      <div className="flow-tag">
        <span className="flow-tile">{icon}</span>
        <span>{tag}</span>
      </div>
      <Card as="section" className="section" aria-labelledby={id}>
        <div className="section-head flow-head">
          <h2 id={id}>
            <span className="visually-hidden">{tag}: </span>
            <span className="section-name">{title}</span>
          </h2>
          {controls}
        </div>
        <div className="section-body flow-body">{children}</div>
        {foot !== undefined && <div className="section-foot flow-foot">{foot}</div>}
      </Card>
    </li>
  )
}
