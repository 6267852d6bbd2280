import { CircleDashed, CircleX } from 'lucide-react'
import type { Problem } from '#kit/message/limits/contract.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import './problem-list.css'

/** What is wrong: each names its place and leads there. */
export function ProblemList({
  problems,
  calm = false,
  onGo,
}: {
  problems: readonly Problem[]
  /** Nothing was written yet: what is missing is no mistake. */
  calm?: boolean
  onGo: (path: string, at: number) => void
}) {
  return (
    <ul className="problem-list" data-calm={calm || undefined}>
      {problems.map(({ path, place, sentence }, at) => (
        <li key={at}>
          {calm ? <CircleDashed aria-hidden /> : <CircleX aria-hidden />}
          <span>
            {place !== '' && <b>{place}</b>}
            {sentence !== '' && <small>{sentence}</small>}
          </span>
          <TextButton
            onClick={() => onGo(path, at)}
            aria-label={`Go to ${[place, sentence].filter(Boolean).join(': ')}`}
          >
            Go to
          </TextButton>
        </li>
      ))}
    </ul>
  )
}
