import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { Card } from '../card.tsx'
import { Switch } from './switch.tsx'
import './section.css'

interface SectionProps {
  title: string
  /** Below the title: a phrase without a full stop, or whole sentences, each with one. */
  purpose?: string
  /** The master switch at the far right. The body shows only while it is on, unless `stays` is set. */
  master?: {
    name?: string | undefined
    /** 'Enable' and the title by default. */
    label?: string
    value: boolean
    onChange: (value: boolean) => void
    disabled?: boolean | undefined
    /** Why it cannot be switched; replaces the purpose. */
    refused?: string | undefined
  }
  /** The body shows even while the master switch is off. */
  stays?: boolean
  /** The head folds the body away. Sections start open. */
  collapsible?: boolean
  /** Without padding, for edge-to-edge lists. */
  flush?: boolean
  /** Help at the left and buttons at the right, below a line. */
  foot?: ReactNode
  className?: string
  /** For links that lead to it. */
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A card of a settings page: title, purpose, switch, then its fields. */
export function Section({
  title,
  purpose,
  master,
  stays,
  collapsible,
  flush,
  foot,
  className,
  ref,
  children,
}: SectionProps) {
  const id = useId()
  const [open, setOpen] = useState(true)
  const shown = open && (stays || (master?.value ?? true))
  const said = master?.refused ?? purpose
  const words = (
    <>
      <span className="section-name">{title}</span>
      {said && <span className="section-purpose">{said}</span>}
    </>
  )
  return (
    <Card as="section" ref={ref} className={clsx('section', className)} aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h2 id={`${id}-title`}>
          {collapsible ? (
            <button
              type="button"
              className="section-fold"
              aria-expanded={shown}
              aria-controls={`${id}-body`}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden="true" />
              <span>{words}</span>
            </button>
          ) : (
            words
          )}
        </h2>
        {master && <Switch label={`Enable ${title}`} {...master} />}
      </div>
      <div id={`${id}-body`} hidden={!shown}>
        {children && <div className={flush ? 'section-flush' : 'section-body'}>{children}</div>}
        {foot && <div className="section-foot">{foot}</div>}
      </div>
    </Card>
  )
}

/** A titled part of a section, below a line. */
export function SubSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="subsection">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="field-pair">{children}</div>
}
