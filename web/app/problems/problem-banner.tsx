import type { Problem } from '#kit/message/limits/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ProblemList } from './problem-list.tsx'

/** 'Not saved: ' may stand before it; a place is still named. */
const isIn = (title: string, { place, sentence }: Problem): boolean =>
  title === sentence || (place !== '' && title.endsWith(`: ${sentence}`))

/** Why something was not done, where it is about fields. */
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
        // What is said above need not be said again.
        problems={problems.map(one => (isIn(title, one) ? { ...one, sentence: '' } : one))}
        onGo={onGo}
      />
    </Banner>
  )
}
