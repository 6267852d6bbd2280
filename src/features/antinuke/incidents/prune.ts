import { and, eq, exists, inArray, lt, notInArray } from 'drizzle-orm'
import { job, type Services } from '#kernel/feature.ts'
import { recoveries, recoveryReport, recoverySteps } from '../recovery/table.ts'
import { antinukeIncidentEvents as events, antinukeIncidents as incidents } from './table.ts'

/** How long the events of an incident and the steps of a recovery are kept (ms); the incident itself stays. */
const keptMs = 365 * 24 * 60 * 60_000

/**
 * Deletes the details of old incidents and of recoveries that are over: with an attack every day they would only grow.
 * Sanctions stay, so that they can still be undone.
 */
export const pruneIncidents = job({
  deletesOld: true,
  promise: 'housekeeping',
  run({ db, now }: Services) {
    const before = now() - keptMs
    db.transaction(() => {
      const over = db
        .select({ number: incidents.number })
        .from(incidents)
        .where(
          and(
            eq(incidents.guildId, events.guildId),
            eq(incidents.number, events.number),
            lt(incidents.lastAt, before),
            notInArray(incidents.state, ['under-way']),
          ),
        )
      db.delete(events).where(exists(over)).run()
      const finished = db.select({ id: recoveries.id }).from(recoveries).where(lt(recoveries.finishedAt, before))
      for (const table of [recoverySteps, recoveryReport])
        db.delete(table).where(inArray(table.recoveryId, finished)).run()
    })
  },
})
