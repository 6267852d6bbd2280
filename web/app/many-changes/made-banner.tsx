import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailedAct } from '../failed-call.tsx'
import { changesText, useForgetMade, useMade, useUndo } from './use-changes.ts'
import './made-banner.css'

/** Says that a setup, an import or a copy has just been applied, with a button that undoes all of it. */
export function MadeBanner({ guildId }: { guildId: string }) {
  const made = useMade(guildId)
  const undo = useUndo(guildId)
  const forget = useForgetMade(guildId)
  if (!made) return null
  return (
    <>
      <FailedAct of={undo} />
      <Banner tone="success" title={`${changesText(made.changes)} applied`} onClose={forget}>
        <span className="made-banner">
          <span>They are listed in History, too.</span>
          <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(made.id)}>
            Undo
          </Button>
        </span>
      </Banner>
    </>
  )
}
