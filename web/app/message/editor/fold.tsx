import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { useProblemCount } from './problems.ts'

/** A part that folds away. Folded, it still shows a summary and the number of problems. */
export function Fold({
  title,
  about,
  parts,
  starts = false,
  children,
}: {
  title: string
  /** A summary of its content. */
  about: string
  /** The paths of the fields inside. */
  parts: readonly string[]
  starts?: boolean
  children: ReactNode
}) {
  const id = useId()
  const [opened, setOpen] = useState(starts)
  const open = useProblemCount(...parts) > 0 || opened
  return (
    <div className="builder-fold">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ChevronDown aria-hidden />
        <b>{title}</b>
        <span className="truncate">{about}</span>
        <ProblemBadge parts={parts} />
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </div>
  )
}

/** The number of problems in these parts; renders nothing if there are none. */
export function ProblemBadge({ parts }: { parts: readonly string[] }) {
  const count = useProblemCount(...parts)
  if (count === 0) return null
  return <Badge tone="danger">{count === 1 ? '1 problem' : `${count} problems`}</Badge>
}
