import { Ban, CircleDashed, CircleX, Info } from 'lucide-react'
import type { Problem } from '#kit/message/limits/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import './side.css'

export const problemsId = 'builder-problems'

/** Why it cannot be sent; nothing while it can. */
export function ProblemsCard({
  problems,
  calm = false,
  onGo,
}: {
  problems: readonly Problem[]
  /** Nothing was written yet: what is missing is no mistake. */
  calm?: boolean
  onGo: (problem: Problem) => void
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
      <ul>
        {problems.map((problem, place) => (
          <li key={place}>
            {calm ? <CircleDashed aria-hidden /> : <CircleX aria-hidden />}
            <span>
              <b>{problem.place}</b>
              <small>{problem.sentence}</small>
            </span>
            <TextButton onClick={() => onGo(problem)} aria-label={`Go to ${problem.place}: ${problem.sentence}`}>
              {problem.path === 'channelId' ? 'Choose' : 'Go to'}
            </TextButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
