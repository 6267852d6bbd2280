import { z } from 'zod'
import { job, jobHandle, type Services, state, type Parts } from '#kernel/feature.ts'
import { raise } from '../alarms/alarm.ts'
import { attackOf } from '../engine/attack.ts'
import { sanctionsOf } from '../engine/punish/sanctions.ts'
import { whenStopped } from '../engine/punish/follow-up.ts'
import { type IncidentKey, incidentOf, noteInIncident } from '../incidents/incidents.ts'
import { untilWorkDone } from '../journal/pending-work.ts'
import { recoverIncident } from './after-attack.ts'
import { untilAllReported, whenReportedAfterAll } from './until-all-reported.ts'
import antinuke from '../contract.ts'
import { runningIn } from './store.ts'

/** How long everything belongs to the first blow, and is put back as soon as it is known (ms). */
const atOnceMs = 30_000
const minuteMs = 60_000
/** The waits before putting back again what somebody who could not be stopped keeps destroying (ms). */
const waitsMs = [1, 2, 5, 10, 30].map(minutes => minutes * minuteMs)

const againTimer = jobHandle(z.object({ number: z.number() }))

/** How long it is known what was handed over (ms); no attack lasts longer. */
const knownMs = 24 * 60 * minuteMs

interface Handed {
  /** When it was last asked for (Unix ms). */
  at: number
  /**
   * What was handed over: ids of entries, and changes without an entry. Only more than this is a reason to begin again.
   */
  what: Set<string>
  /** Whether Discord had reported everything by then: after that, more can come only with entries. */
  isWhole: boolean
  isWaiting: boolean
}
const handedOver = state(() => new Map<number, Handed>())
/** How often a server has waited, over all its incidents, and when it last did (Unix ms). */
const paceOf = state(() => ({ waits: 0, at: -Infinity }))
/** After a quiet time this long, the waits start over (ms). */
const forgottenMs = 60 * minuteMs

/** Whether somebody may still be attacking: nobody knows who it is, or nothing could be done against one of them. */
const isGoingOn = (services: Services, incident: IncidentKey): boolean => {
  const sanctions = sanctionsOf(services, incident)
  return sanctions.length === 0 || sanctions.some(({ state: how }) => how === 'refused')
}

/** Returns what was handed over of an incident. */
function handedOf(services: Services, { guildId, number }: IncidentKey, isWaiting: boolean): Handed {
  const all = handedOver(services, guildId)
  const at = services.now()
  for (const [old, one] of all) if (!one.isWaiting && at - one.at > knownMs) all.delete(old)
  const handed = all.get(number) ?? { at, what: new Set(), isWhole: false, isWaiting }
  all.set(number, handed)
  handed.at = at
  return handed
}

function recoverNow(services: Services, key: IncidentKey, handed: Handed): void {
  const entries = attackOf(services, key)?.entries ?? []
  if (handed.isWhole && entries.every(one => handed.what.has(one))) return
  recoverIncident(services, key, handed.what)
  handed.isWhole = untilAllReported(services, key) === undefined
}

function giveUp(services: Services, key: IncidentKey): void {
  noteInIncident(services, key, {
    lane: 'restore',
    parts: ['What I put back keeps being destroyed, so I have stopped putting it back.'],
  })
  raise(services, key.guildId, {
    title: 'I have stopped putting things back',
    text: `What I put back keeps being destroyed by somebody whom I cannot stop. Take their roles away, or move my role above theirs; then put the server back on the Time machine page. Incident ${key.number}.`,
    ownerKey: `incident ${key.number} given up`,
  })
}

function recoverOrWait(services: Services, key: IncidentKey): void {
  const incident = incidentOf(services, key)
  // What was meant or has been forgiven is not undone.
  if (!incident || incident.state === 'undone') return
  const handed = handedOf(services, key, false)
  const pace = paceOf(services, key.guildId)
  if (Math.abs(services.now() - pace.at) > forgottenMs) pace.waits = 0
  const isFirst = Math.abs(services.now() - incident.decidedAt) < atOnceMs && pace.waits === 0
  if (isFirst || !isGoingOn(services, key)) return recoverNow(services, key, handed)
  const waitMs = waitsMs[pace.waits]
  if (handed.isWaiting || pace.waits > waitsMs.length) return undefined
  pace.waits += 1
  pace.at = services.now() + (waitMs ?? 0)
  if (waitMs === undefined) return giveUp(services, key)
  handed.isWaiting = true
  const at = services.now() + waitMs
  services.scheduler.at(againTimer, {
    at,
    key: `${key.guildId} ${key.number}`,
    guildId: key.guildId,
    payload: { number: key.number },
  })
  noteInIncident(services, key, {
    lane: 'restore',
    parts: [
      `What I put back was destroyed again. I will put it back once more in ${waitMs === minuteMs ? 'a minute' : `${waitMs / minuteMs} minutes`}.`,
    ],
  })
  return undefined
}

/** Puts back what was destroyed since, after a wait. */
export const recoverAgain = job({
  handle: againTimer,
  lane: 'repair',
  promise: () => 'put back what was destroyed again',
  run(services, { number }, { guildId }) {
    if (guildId === null) return
    const handed = handedOf(services, { guildId, number }, true)
    handed.isWaiting = false
    if (incidentOf(services, { guildId, number })?.state === 'undone') return
    recoverNow(services, { guildId, number }, handed)
  },
})

/**
 * Whether only channels were touched, as far as is known: then nothing has to be asked for before they are put back.
 */
const isOfChannels = (services: Services, incident: IncidentKey): boolean =>
  attackOf(services, incident)?.touched.every(({ kind }) => kind === 'channel') === true

/** Puts back what was reported after waiting for it had ended. Nothing was destroyed again, so this uses up no wait. */
async function recoverWhatWasLate(services: Services, key: IncidentKey): Promise<void> {
  await untilWorkDone(services, key.guildId)
  if (!services.db.$client.open) return
  const handed = handedOver(services, key.guildId).get(key.number)
  const isWanted = services.settings.read(key.guildId, antinuke).autoRecovery
  if (!handed || !isWanted || incidentOf(services, key)?.state === 'undone') return
  handed.isWhole = false
  recoverNow(services, key, handed)
}

/**
 * Makes the server recover by itself once the attackers of an incident have been dealt with. Where one of them could
 * not be stopped, that happens at longer and longer intervals, and then no more.
 */
export const recoverAfterAttacks = (services: Services): void =>
  whenStopped(services, async (its, incident) => {
    const goOn = async () => {
      // An attack leaves hundreds of events to work through.
      await untilWorkDone(its, incident.guildId)
      if (its.db.$client.open) recoverOrWait(its, incident)
    }
    const late = untilAllReported(its, incident)
    if (late && isOfChannels(its, incident)) await goOn()
    // Discord may report what they did later than that they were stopped.
    await late
    await goOn()
    // If the wait was too short, there may be more to put back than was known.
    whenReportedAfterAll(its, incident, () => {
      its.background(recoverWhatWasLate(its, incident), {
        text: 'an incident could not go on',
        guildId: incident.guildId,
        feature: antinuke.name,
      })
    })
  })

/** Attackers may be stopped only hours after the first deletion, and an incident can also be put back by hand. */
const withinMs = 24 * 60 * 60_000

/** For this long, settings and rows keep the ids of deleted objects, so that they can be given the new ids. */
export const restores = {
  withinMs: ({ autoRecovery }) => (autoRecovery ? withinMs : 0),
  isUnderWay: (services, guildId) => runningIn(services, guildId) !== undefined,
} satisfies Parts<typeof antinuke>['restores']
