import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { clockText } from '#web/app/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { tenthsOf } from './incident-words.ts'

/** What is missing of a restoration, and what is said of one that goes on: the stop, each tenth and the end. */
export function Progress({ report }: { report: IncidentReport }) {
  const { incident, recovery } = report
  const differs = recovery?.verified.flatMap(({ fields }) => fields.filter(({ same }) => !same)).length ?? 0
  return (
    <>
      <p className="visually-hidden" role="status">
        {tenthsOf(report)}
      </p>
      {incident.state === 'not-stopped' && (
        <Banner tone="danger" title="Somebody could not be stopped.">
          They stand above my role, or I lack a permission. Take their roles away in Discord.
        </Banner>
      )}
      {recovery && recovery.problem !== null && (
        <Banner tone="warning" title={recovery.problem}>
          {recovery.waitsUntil === null ? '' : `I go on at ${clockText(recovery.waitsUntil)}.`}
        </Banner>
      )}
      {recovery?.state === 'done' && differs > 0 && (
        <Banner tone="warning" title={`${differs === 1 ? 'One field is' : `${differs} fields are`} not as before.`}>
          They are open below, each with the reason where Discord gave one.
        </Banner>
      )}
    </>
  )
}
