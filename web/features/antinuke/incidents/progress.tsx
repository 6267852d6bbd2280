import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { clockText } from '#web/app/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { FailedAct } from '#web/app/failed-call.tsx'
import { tenthsOf } from './incident-words.ts'
import { useRestore } from './use-incidents.ts'

/** What a restoration could not do, and announcements while one is running: the stop, each tenth and the end. */
export function Progress({ guildId, report }: { guildId: string; report: IncidentReport }) {
  const { incident, recovery, together, mayUndo: mayAct } = report
  const restore = useRestore(guildId, String(incident.number))
  const differs = recovery?.verified.flatMap(({ fields }) => fields.filter(({ same }) => !same)).length ?? 0
  const isOver = incident.state !== 'under-way'
  const button = (label: string) =>
    mayAct && isOver && !restore.isPending && <TextButton onClick={() => restore.mutate()}>{label}</TextButton>
  return (
    <>
      <p className="visually-hidden" role="status">
        {tenthsOf(report)}
      </p>
      <FailedAct of={restore} />
      {incident.state === 'not-stopped' && (
        <Banner tone="danger" title="Somebody could not be stopped.">
          They are above my role, or I lack a permission. Take their roles away in Discord.
        </Banner>
      )}
      {together.length > 0 && recovery?.state !== 'stopped' && <Together guildId={guildId} numbers={together} />}
      {recovery && recovery.problem !== null && (
        <Banner tone="warning" title={recovery.problem}>
          {recovery.waitsUntil !== null && `I continue at ${clockText(recovery.waitsUntil)}.`}
          {recovery.state === 'stopped' && button(incident.state === 'undone' ? 'Put it back' : 'Try again')}
        </Banner>
      )}
      {recovery?.state === 'done' && differs > 0 && (
        <Banner
          tone="warning"
          title={`${differs === 1 ? 'One field is' : `${differs} fields are`} not as before the attack.`}
        >
          They are listed below, each with the reason if Discord gave one. {button('Try again')}
        </Banner>
      )}
      {!recovery && isOver && incident.landed > 0 && (
        <Banner tone="info" title="Nothing was put back.">
          {button('Put it back')}
        </Banner>
      )}
    </>
  )
}

/** Damage by several attackers is restored in a single restoration. */
const Together = ({ guildId, numbers }: { guildId: string; numbers: readonly number[] }) => (
  <p className="muted">
    This restoration also covers {numbers.length === 1 ? 'incident' : 'incidents'}{' '}
    {numbers.map((number, place) => (
      <Fragment key={number}>
        {place > 0 && (place === numbers.length - 1 ? ' and ' : ', ')}
        <Link
          className="link"
          to="/manage/$guildId/antinuke/incidents/$number"
          params={{ guildId, number: String(number) }}
        >
          {number}
        </Link>
      </Fragment>
    ))}
    . The results below are for {numbers.length === 1 ? 'both' : 'all of them'}.
  </p>
)
