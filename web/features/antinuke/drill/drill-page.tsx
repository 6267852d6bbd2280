import { useState } from 'react'
import { FailedAct, FailedCall } from '#web/app/failed-call.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePosture } from '../posture/use-posture.ts'
import { DrillOutcome } from './drill-result.tsx'
import { candidatesIn, SetUp } from './drill-form.tsx'
import type { DrillSubject } from './drill-subject.ts'
import { type DrillOptions, useDrill } from './use-drill.ts'
import './drill.css'

/**
 * The drill page: what would happen if somebody's account were compromised, tried on a copy of this server.
 * @param subject the account or role from the URL
 */
export function DrillPage({
  guildId,
  subject,
  onSubject,
}: {
  guildId: string
  subject: DrillSubject | undefined
  onSubject: (subject: DrillSubject) => void
}) {
  const { data: posture, error, refetch } = usePosture(guildId)
  const { last, running, failure, start, cancel } = useDrill(guildId)
  const [emptyKind, setEmptyKind] = useState<DrillSubject['kind']>('role')
  const [options, setOptions] = useState<DrillOptions>({ attack: 'channels', rate: 10, profile: 'typical' })
  if (!posture) return error ? <FailedCall error={error} onRetry={refetch} /> : <Skeleton className="drill-loading" />
  const candidates = candidatesIn(posture)
  const kind = subject?.kind ?? emptyKind
  const first = candidates[kind].find(({ held }) => held !== 0) ?? candidates[kind][0]
  const who = { kind, id: subject?.id ?? first?.id ?? null }
  const run = (next: DrillOptions, id = who.id, of = who.kind) => {
    if (id !== null) start({ kind: of, id, ...next })
  }
  return (
    <div className="drill">
      <SetUp
        candidates={candidates}
        subject={who}
        onSubject={next => {
          setEmptyKind(next.kind)
          if (next.id !== null) onSubject({ kind: next.kind, id: next.id })
        }}
        options={options}
        onOptions={setOptions}
        running={running}
        onRun={() => run(options)}
        onCancel={cancel}
      />
      <div className="drill-result" aria-busy={running || undefined}>
        <FailedAct of={failure} />
        {last ? (
          <DrillOutcome
            guildId={guildId}
            reply={last.reply}
            colours={new Map(candidates.role.map(({ id, colour }) => [id, colour]))}
            wish={last.wish}
            onCell={(id, rate) => {
              onSubject({ kind: 'role', id })
              setOptions({ ...options, rate })
              run({ ...options, rate }, id, 'role')
            }}
          />
        ) : (
          <Empty title="No drill yet">A drill attacks a copy of this server and shows what would be left of it.</Empty>
        )}
      </div>
    </div>
  )
}
