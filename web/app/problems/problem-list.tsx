import { CircleDashed, CircleX } from 'lucide-react'
import type { Problem } from '#kit/message/limits/contract.ts'
import { TextButton } from '#web/ui/form/text-button.tsx'
import './problem-list.css'

/** A list of problems: each names its place and links to it. */
export function ProblemList({
  problems,
  calm = false,
  onGo,
}: {
  problems: readonly Problem[]
  /** Whether nothing has been written yet: missing parts are then not shown as mistakes. */
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
