import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { useProblemCount, useSought } from './problems.ts'

/** A part that folds away, with what is in it, but for what is wrong; it opens when something in it is looked for. */
export function Fold({
  title,
  about,
  parts,
  starts = false,
  children,
}: {
  title: string
  /** What it holds, in a few words. */
  about: string
  /** The paths of what is in it. */
  parts: readonly string[]
  starts?: boolean
  children: ReactNode
}) {
  const id = useId()
  const [opened, setOpen] = useState(starts)
  const open = useProblemCount(...parts) > 0 || opened
  const sought = useSought(...parts)
  const [seen, setSeen] = useState(sought)
  if (seen !== sought) {
    setSeen(sought)
    if (sought > 0) setOpen(true)
  }
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

/** How much is wrong with parts; nothing where nothing is. */
export function ProblemBadge({ parts }: { parts: readonly string[] }) {
  const count = useProblemCount(...parts)
  if (count === 0) return null
  return <Badge tone="danger">{count === 1 ? '1 problem' : `${count} problems`}</Badge>
}
