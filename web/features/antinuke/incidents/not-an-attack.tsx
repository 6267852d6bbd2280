import { useState } from 'react'
import { meantQuestion, meantWords } from '#features/antinuke/in-browser.ts'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import { namedSanctions, peopleOfIncident } from './incident-words.ts'
import { useMeant } from './use-incidents.ts'

/**
 * While somebody is being punished, or their damage is being restored: a way to stop if it was not an attack. In a
 * panic, "this was meant" may be read as "they meant to destroy it", so a dialog explains it in sentences before
 * anything is done.
 */
export function NotAnAttack({ guildId, report }: { guildId: string; report: IncidentReport }) {
  const { incident, restoring, sanctions, mayUndo } = report
  const [asking, setAsking] = useState(false)
  const meant = useMeant(guildId, String(incident.number))
  useClearing(meant.error, meant.reset)
  const goesOn = incident.state === 'under-way' || restoring
  if (incident.state === 'undone' || (!goesOn && !meant.isError)) return null
  return (
    <>
      {meant.isError && (
        <Banner tone="danger" title={meant.error.message} onClose={meant.reset}>
          Check the page again before you confirm it once more.
        </Banner>
      )}
      <div>
        <Button why={!mayUndo} aria-describedby={mayUndo ? undefined : 'meant-reason'} onClick={() => setAsking(true)}>
          This was meant
        </Button>
        {!mayUndo && (
          <p className="incident-muted" id="meant-reason">
            {onlyOwnersMay('say so')}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Was this not an attack?"
        action="It was not an attack"
        busy={meant.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => meant.mutate(peopleOfIncident(sanctions), { onSettled: () => setAsking(false) })}
        follows={meantWords(namedSanctions(sanctions))}
      >
        {meantQuestion}
      </ConfirmDialog>
    </>
  )
}
