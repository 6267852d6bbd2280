import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type SetupQuestion, questions } from '#kernel/setup/contract.ts'
import { whileNotLoaded } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { inWords } from '../in-words.ts'
import { changesText } from '../many-changes/use-changes.ts'
import { LastApplied } from '../many-changes/last-applied.tsx'
import { PlannedChangesCard } from '../many-changes/planned-changes.tsx'
import { FailedAct, FailedCall } from '../failed-call.tsx'
import { LinkButton } from '../link-button.tsx'
import { useGuild } from '../manage/guild.ts'
import { PageHead } from '../manage/page-head.tsx'
import { Questions } from './questions.tsx'
import { type Suggested, useAnswers, useApply, useGuildChoices, usePlan, usePostpone, useSetup } from './use-setup.ts'
import '#web/ui/form/save-bar.css'
import '#web/ui/form/switch.css'
import './setup.css'

const foot =
  'This posts nothing, gives nobody a role and removes no messages. One press on Undo takes it all back; History lists each change.'

/** Which questions have not been answered: 'Question 5 keeps its suggested answer until you choose.' */
function untouchedText(given: ReadonlySet<SetupQuestion>): string {
  const open = questions.flatMap((question, place) => (given.has(question) ? [] : [String(place + 1)]))
  if (open.length === 0) return ''
  const named = inWords(open)
  return open.length === 1
    ? `Question ${named} keeps its suggested answer until you choose.`
    : `Questions ${named} keep their suggested answers until you choose.`
}

function Form({
  guildId,
  suggested,
  untouched,
  leave,
}: {
  guildId: string
  suggested: Suggested
  /** Whether nothing was ever set here, so that the user can choose that nobody is asked again. */
  untouched: boolean
  leave: () => void
}) {
  const answers = useAnswers(suggested)
  const plan = usePlan(guildId, answers.typed)
  const apply = useApply(guildId, answers.typed)
  const postpone = usePostpone(guildId)
  const choices = useGuildChoices(guildId)
  const count = plan.data?.count ?? 0
  const current = plan.isPlaceholderData || plan.isFetching ? undefined : plan.data
  const submit = () => plan.data && apply.mutate(plan.data.mark, { onSuccess: leave })
  return (
    <>
      <FailedCall error={plan.error} onRetry={plan.refetch} />
      {!plan.error && <FailedCall error={choices.error} onRetry={choices.refetch} />}
      <div className="setup-columns">
        <Questions
          {...answers}
          guildId={guildId}
          plan={plan.data}
          channels={choices.data?.channels ?? []}
          roles={choices.data?.roles ?? []}
        />
        <div className="setup-side">
          <PlannedChangesCard plan={plan.data} foot={foot} />
        </div>
      </div>
      <FailedAct of={apply} />
      <FailedAct of={postpone} />
      <div className="save-bar-place">
        <div className="save-bar">
          <span className="setup-dot" aria-hidden="true" />
          <p role="status">
            <b>{changesText(count)}</b>{' '}
            <span className="muted plan-bar-more">would be made. {untouchedText(answers.given)}</span>
          </p>
          {untouched && (
            <Button
              variant="ghost"
              busy={postpone.isPending}
              title="Nobody will be asked again in this server."
              onClick={() => postpone.mutate(true, { onSuccess: leave })}
            >
              Start with none
            </Button>
          )}
          <Button
            variant="primary"
            busy={apply.isPending}
            busyLabel="Applying..."
            why={
              whileNotLoaded(
                { ...plan, data: current },
                'The list of changes could not be loaded. Load it again first.',
              ) ||
              (count === 0 && 'Nothing would change.')
            }
            onClick={submit}
          >
            Apply {changesText(count)}
          </Button>
        </div>
      </div>
    </>
  )
}

/**
 * The five questions and everything that the answers would change, for a server with no settings yet, and on request.
 */
export function Setup({ guildId }: { guildId: string }) {
  const guild = useGuild()
  const { data, error, refetch } = useSetup(guildId)
  const postpone = usePostpone(guildId)
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/manage/$guildId/dashboard', params: { guildId } })
  return (
    <>
      <PageHead
        title={`Five questions for ${guild.name}`}
        documentTitle={`Setup · ${guild.name}`}
        actions={
          <>
            <LinkButton
              variant="ghost"
              to="/manage/$guildId/basic/transfer"
              params={{ guildId }}
              icon={<Copy aria-hidden />}
            >
              Copy from another server
            </LinkButton>
            <Button
              busy={postpone.isPending}
              title="You will not be asked again in this server."
              onClick={() => postpone.mutate(false, { onSuccess: leave })}
            >
              Not now
            </Button>
          </>
        }
      >
        {data?.untouched === false ? '' : 'Nothing has been set yet. '}
        Answer what you like; the list shows every change before it is made. Each can be undone later, in History.
        {data?.untouched === true &&
          ' “Not now” ends this for you alone, “Start with none” for everybody here; neither changes anything.'}
      </PageHead>
      <FailedCall error={error} onRetry={refetch} />
      <FailedAct of={postpone} />
      {data?.last && <LastApplied guildId={guildId} last={data.last} />}
      {data ? (
        <Form guildId={guildId} suggested={data.suggested} untouched={data.untouched} leave={leave} />
      ) : (
        !error && <Skeleton className="setup-loading" />
      )}
    </>
  )
}
