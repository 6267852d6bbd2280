import type { ManyChanges } from '#kernel/many-changes/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { momentText } from '../dates.ts'
import { FailedAct } from '../failed-call.tsx'
import { changesText, useAppliedChanges, useUndo } from './use-changes.ts'

const ways = { setup: 'the setup', import: 'importing a file', copy: 'copying from another server' } as const

/** The latest setup, import or copy, while it can be undone. */
export function LastApplied({ guildId, last }: { guildId: string; last: ManyChanges }) {
  const undo = useUndo(guildId)
  // The banner already says so.
  if (useAppliedChanges(guildId)?.id === last.id) return null
  const by = last.by?.name ?? 'Somebody'
  return (
    <>
      <FailedAct of={undo} />
      <p className="last-applied">
        <span>
          {by} made {changesText(last.changes)} by {ways[last.kind]}, {momentText(last.at)}.
        </span>
        <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(last.id)}>
          Undo them
        </Button>
      </p>
    </>
  )
}
