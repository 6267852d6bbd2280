import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailedAct } from '../failed-call.tsx'
import { changesText, useDismissApplied, useAppliedChanges, useUndo } from './use-changes.ts'
import './applied-banner.css'

/** Says that a setup, an import or a copy has just been applied, with a button that undoes all of it. */
export function AppliedBanner({ guildId }: { guildId: string }) {
  const applied = useAppliedChanges(guildId)
  const undo = useUndo(guildId)
  const dismiss = useDismissApplied(guildId)
  if (!applied) return null
  return (
    <>
      <FailedAct of={undo} />
      <Banner tone="success" title={`${changesText(applied.changes)} applied`} onClose={dismiss}>
        <span className="applied-banner">
          <span>They are listed in History, too.</span>
          <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(applied.id)}>
            Undo
          </Button>
        </span>
      </Banner>
    </>
  )
}
