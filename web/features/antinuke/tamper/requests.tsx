import { useEffect } from 'react'
import { momentText, momentWithin } from '#web/app/dates.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { useClearing } from '#web/app/use-clearing.ts'
import { useDecide, useRequests } from './use-tamper.ts'
import './tamper.css'

/** Changes that wait for a second person. Renders nothing if there are none. */
export function Requests({
  guildId,
  mayEdit,
  asked,
}: {
  guildId: string
  mayEdit: boolean
  /** Changes when somebody has saved something. */
  asked: unknown
}) {
  const query = useRequests(guildId)
  const confirm = useDecide(guildId, 'confirm')
  const reject = useDecide(guildId, 'reject')
  const requests = query.data?.requests ?? []
  const failed = confirm.error ?? reject.error
  const dismiss = () => {
    confirm.reset()
    reject.reset()
  }
  const decide = (which: typeof confirm, id: number) => {
    dismiss()
    which.mutate(id)
  }
  useClearing(failed ?? confirm.data ?? reject.data, dismiss)
  // A new request is listed at once.
  const { refetch } = query
  useEffect(() => {
    if (asked !== undefined) void refetch()
  }, [asked, refetch])
  const busy = confirm.isPending || reject.isPending
  const isUnread = query.isError && !query.data
  if (requests.length === 0 && !isUnread && !failed && !confirm.isSuccess && !reject.isSuccess) return null
  return (
    <Section title="Waiting for a second person" purpose="None of this has been changed yet.">
      {isUnread && <FailedCall error={query.error} onRetry={query.refetch} />}
      {failed && <Banner tone="danger" title={failed.message} onClose={dismiss} />}
      {confirm.isSuccess && <Banner tone="success" title="Confirmed: the change is made." onClose={dismiss} />}
      {reject.isSuccess && <Banner tone="success" title="Dropped: nothing was changed." onClose={dismiss} />}
      {requests.length > 0 && (
        <ul className="tamper-list">
          {requests.map(({ id, at, expiresAt, by, sentences, mayConfirm }) => (
            <li key={id} aria-label={`Request ${id}`}>
              <Avatar src={by.avatarURL} size={32} />
              <div className="tamper-words">
                <b>
                  Request {id} by <MemberLink id={by.id}>{nameOf(by)}</MemberLink>
                </b>
                <ul>
                  {sentences.map(text => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
                <p>
                  Asked {momentWithin(at, query.dataUpdatedAt)}, dropped {momentText(expiresAt)}.
                  {mayEdit && !mayConfirm && ' Somebody else has to confirm it.'}
                </p>
              </div>
              {mayEdit && (
                <div className="tamper-acts">
                  <Button
                    size="sm"
                    why={whileBusy(busy) || (!mayConfirm && 'Somebody else has to confirm it.')}
                    aria-label={`Confirm request ${id}`}
                    onClick={() => decide(confirm, id)}
                  >
                    Confirm
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    why={whileBusy(busy)}
                    aria-label={`${mayConfirm ? 'Reject' : 'Take back'} request ${id}`}
                    onClick={() => decide(reject, id)}
                  >
                    {mayConfirm ? 'Reject' : 'Take back'}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
