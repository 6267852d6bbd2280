import { Ban, Info } from 'lucide-react'
import type { Problem } from '#kit/message/limits/contract.ts'
import { ProblemList } from '#web/app/problems/problem-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import './side.css'

export const problemsId = 'builder-problems'

/** Why the message cannot be sent; renders nothing if it can. */
export function ProblemsCard({
  problems,
  calm = false,
  onGo,
}: {
  problems: readonly Problem[]
  /** Whether nothing has been written yet: missing parts are then not shown as mistakes. */
  calm?: boolean
  onGo: (path: string) => void
}) {
  if (problems.length === 0) return null
  return (
    <Card
      as="section"
      className="builder-problems"
      data-calm={calm || undefined}
      id={problemsId}
      aria-labelledby={`${problemsId}-title`}
    >
      <div className="builder-problems-head">
        {calm ? <Info aria-hidden /> : <Ban aria-hidden />}
        <h2 id={`${problemsId}-title`}>Why it cannot be sent</h2>
        <Badge tone={calm ? 'neutral' : 'danger'}>{problems.length}</Badge>
      </div>
      <ProblemList problems={problems} calm={calm} onGo={onGo} />
    </Card>
  )
}
