import type { Problem } from '#kit/message/limits/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ProblemList } from './problem-list.tsx'

/** 'Not saved: ' may precede the sentence; the problem's place is always shown. */
const isIn = (title: string, { place, sentence }: Problem): boolean =>
  title === sentence || (place !== '' && title.endsWith(`: ${sentence}`))

/** Why something failed, if it is about fields. */
export function ProblemBanner({
  title = 'Not saved yet',
  problems,
  onGo,
  onClose,
}: {
  title?: string
  problems: readonly Problem[]
  onGo: (path: string, at: number) => void
  onClose: () => void
}) {
  return (
    <Banner tone="danger" title={title} className="problem-banner" onClose={onClose}>
      <ProblemList
        // What the title already says is not repeated.
        problems={problems.map(one => (isIn(title, one) ? { ...one, sentence: '' } : one))}
        onGo={onGo}
      />
    </Banner>
  )
}
