import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { momentWithin } from '#web/app/dates.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { useClearing } from '#web/app/use-clearing.ts'
import { useAlarms, useDecide } from './use-tamper.ts'
import './tamper.css'

const atFirst = 5

/** What weakened the protection in the last 90 days, with an undo for the owner. Renders nothing if nothing did. */
export function Alarms({ guildId, isOwner }: { guildId: string; isOwner: boolean }) {
  const query = useAlarms(guildId)
  const undo = useDecide(guildId, 'undo')
  const [all, setAll] = useState(false)
  useClearing(undo.error ?? undo.data, undo.reset)
  const alarms = query.data?.alarms ?? []
  const isUnread = query.isError && !query.data
  if (alarms.length === 0 && !isUnread) return null
  const shown = all ? alarms : alarms.slice(0, atFirst)
  return (
    <Section title="Alarms" purpose="What weakened the protection in the last 90 days">
      {isUnread && <FailedCall error={query.error} onRetry={query.refetch} />}
      {undo.isError && <Banner tone="danger" title={undo.error.message} onClose={undo.reset} />}
      {undo.isSuccess && <Banner tone="success" title="Restored to how it was before." onClose={undo.reset} />}
      <ul className="tamper-list">
        {shown.map(({ id, at, by, sentences, revision, undone }) => (
          <li key={id}>
            {by ? <Avatar src={by.avatarURL} size={32} /> : <TriangleAlert className="lucide icon-lg" aria-hidden />}
            <div className="tamper-words">
              <b>
                <MemberLink id={by?.id}>{by ? nameOf(by) : 'Somebody'}</MemberLink>
              </b>
              <ul>
                {sentences.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p>{momentWithin(at, query.dataUpdatedAt)}</p>
            </div>
            {undone ? (
              <Badge>Undone</Badge>
            ) : (
              isOwner &&
              revision !== null && (
                <Button
                  size="sm"
                  why={whileBusy(undo.isPending)}
                  aria-label={`Undo: ${sentences[0] ?? ''}`}
                  onClick={() => undo.mutate(id)}
                >
                  Undo
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {shown.length < alarms.length && (
        <div>
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {alarms.length}
          </Button>
        </div>
      )}
    </Section>
  )
}
