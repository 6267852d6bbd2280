import { RotateCw } from 'lucide-react'
import { titles } from '#features/personalizer/contract.ts'
import { FailedAct } from '#web/app/failed-call.tsx'
import { clockText } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import type { useLook } from './use-look.ts'

const words = {
  plain: { tone: 'neutral', text: 'Its own' },
  shown: { tone: 'success', text: 'Shown' },
  waiting: { tone: 'accent', text: 'On its way' },
  refused: { tone: 'danger', text: 'Not shown' },
} as const

/** Which of the saved changes have reached Discord, and what Discord refused. */
export function LookState({ state, mayChange }: { state: ReturnType<typeof useLook>; mayChange: boolean }) {
  const { look, again } = state
  const failed = look.data?.parts.some(part => part.state === 'refused')
  return (
    <Card as="section" aria-label="In Discord now">
      <CardHead title="In Discord now">
        {failed && mayChange && (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden />}
            busy={again.isPending}
            busyLabel="Trying..."
            onClick={() => again.mutate()}
          >
            Try again
          </Button>
        )}
      </CardHead>
      <div className="look-state">
        <FailedAct of={again} otherwise="It could not be retried. Try again." />
        {look.isError && !look.data && (
          <Banner tone="danger" title="How the bot looks now could not be loaded.">
            <TextButton onClick={() => void look.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {look.isPending && <Spinner label="Asking Discord..." />}
        {look.data && (
          <ul aria-live="polite">
            {look.data.parts.map(({ part, state: how, problem }) => (
              <li key={part}>
                <span>{titles[part]}</span>
                <Badge tone={words[how].tone}>{words[how].text}</Badge>
                {problem !== null && <p className="look-problem">{problem}</p>}
              </li>
            ))}
          </ul>
        )}
        {look.data && look.data.retryAt !== null && (
          <p className="field-help">It will be tried again at {clockText(look.data.retryAt)}.</p>
        )}
      </div>
    </Card>
  )
}
