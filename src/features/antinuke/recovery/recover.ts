import type { Guild } from 'discord.js'
import { z } from 'zod'
import { since } from '#kit/clock.ts'
import { isOutage, untaken } from '#kit/discord-errors.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { formatCount } from '#kit/numbers.ts'
import antinuke from '../contract.ts'
import { incidentOf, noteInIncident } from '../incidents/incidents.ts'
import { postponeReading } from '../journal/read-soon.ts'
import { addAttack, type AttackDamage, forgetAttack, storedAttack } from './attack-store.ts'
import { byFirstIds } from './first-ids.ts'
import { idMap, withFirstId } from './id-map.ts'
import { knownServer } from './known-server.ts'
import { paceOf } from './request-estimate.ts'
import { planSteps } from './plan-steps.ts'
import { editedBy } from './store.ts'
import { endLiftedCases, liftAgain, notLifted, withoutLifted } from './lifted-sanctions.ts'
import { noteReturning } from './returning-members.ts'
import { lookAt } from './look-at.ts'
import type { ServerNow } from './server-now.ts'
import { interruptSteps, runSteps } from './run-steps.ts'
import {
  addSteps,
  updateRecovery,
  type RecoveryFinding,
  impossibleAsFinding,
  insertRecovery,
  joinedBy,
  putReport,
  type Recovery,
  recoveryById,
  refusalsOf,
  findingsOf,
  runningIn,
  type StoredStep,
} from './store.ts'
import { untilJournalCaughtUp } from './until-journal-caught-up.ts'
import type { Impossible, Step } from './steps.ts'
import { summaryOf, verify } from './verify.ts'

/** How often one attack is planned for: what still differs afterwards is tried once more. */
const mostTries = 2

const recovering = jobHandle(z.object({ recoveryId: z.number() }))

function schedule(
  services: Services,
  { id, guildId }: Pick<Recovery, 'id' | 'guildId'>,
  at: number = services.now(),
): void {
  services.scheduler.at(recovering, { at, guildId, key: guildId, payload: { recoveryId: id } })
}

/**
 * Puts back what an attack changed, in the background, and verifies it. The order is stored when this returns. A server
 * has one recovery at a time: a second attack joins the one that is running.
 * @param repeated people who were banned or timed out again after that was lifted
 */
export function recover(
  services: Services,
  {
    guildId,
    incidentId,
    repeated = [],
    ...attack
  }: AttackDamage & { guildId: string; incidentId: number | null; repeated?: readonly string[] },
): { recoveryId: number } {
  const recovery = services.db.transaction(() => {
    const running = runningIn(services, guildId)
    const own = running ?? insertRecovery(services, guildId, incidentId)
    const ids = idMap(services, guildId)
    const touched = attack.touched.map(one => withFirstId(one, ids))
    addAttack(services, own, { ...attack, touched, knownGood: byFirstIds(attack.knownGood, ids) })
    liftAgain(services, own, repeated)
    if (running) updateRecovery(services, own, joinedBy(running, incidentId))
    // Scheduled in the same transaction: a recovery that is stored and never begins would block all others.
    schedule(services, own)
    return own
  })
  postponeReading(services, guildId)
  interruptSteps(services, guildId)
  return { recoveryId: recovery.id }
}

/**
 * Says what a recovery would do, without doing it: its steps, what cannot come back, and how long Discord's limits make
 * it last.
 */
export async function previewRecovery(
  services: Services,
  { guildId, ...given }: AttackDamage & { guildId: string },
): Promise<{ steps: readonly Step[]; impossible: readonly Impossible[]; requests: number; seconds: number }> {
  const ids = idMap(services, guildId)
  const attack = {
    ...given,
    touched: given.touched.map(one => withFirstId(one, ids)),
    knownGood: byFirstIds(given.knownGood, ids),
  }
  const { damage, able } = await inLane('answers', () => lookAt(services, guildId, attack, ids))
  const { steps, impossible } = planSteps(damage, able)
  return { steps, impossible, ...paceOf(steps) }
}

/**
 * Reads the server and stores what is left to do, or the results; other work gets a turn between the parts.
 * @param going steps that are under way: then the server is not read
 * @returns undefined where it would have to be read; nothing has been stored then
 */
async function nextRound(
  services: Services,
  before: Recovery,
  going?: readonly StoredStep[],
): Promise<'more' | 'over' | undefined> {
  // An attack that joins after this is noticed again.
  if (before.joined) updateRecovery(services, before, { joined: false, tries: 0 })
  const { tries } = before.joined ? { tries: 0 } : before
  const ids = idMap(services, before.guildId, before.id)
  const stored = storedAttack(services, before)
  const attack = { ...stored, knownGood: byFirstIds(stored.knownGood, ids) }
  /** @returns undefined where the known server leaves nothing to do, as that proves nothing */
  const look = async (known?: ServerNow) => {
    const { damage, able } = await lookAt(services, before.guildId, attack, ids, known)
    await yieldToEventLoop()
    const { steps, impossible, returning } = planSteps(withoutLifted(services, before, damage), able, ids.remade)
    if (known && steps.length === 0) return undefined
    await yieldToEventLoop()
    const isMore = steps.length > 0 && tries < mostTries
    const findings = isMore
      ? []
      : [...verify(damage, ids.remade, impossible, refusedBefore(services, before)), ...notLifted(services, before)]
    if (!isMore) await yieldToEventLoop()
    // Somebody who undoes a restoration means all of what was put back.
    if (!isMore && before.incident === null)
      await untilJournalCaughtUp(services, before.guildId, attack.touched, damage.now, ids)
    return services.db.transaction(() => {
      const recovery = recoveryById(services, before.id)
      // Another attack has joined in the meantime: everything is looked at again.
      if (!recovery || recovery.joined) return 'more'
      if (recovery.state === 'stopped') return 'over'
      for (const person of returning) noteReturning(services, recovery, person)
      if (isMore) {
        const round = recovery.round + 1
        addSteps(services, recovery, round, steps, going)
        putReport(services, recovery, merged(findingsOf(services, recovery), impossible.map(impossibleAsFinding)))
        const began = `Began to put back what was changed: ${formatCount(steps.length, 'step')}.`
        note(services, recovery, 'restore', began)
        updateRecovery(services, recovery, {
          state: 'running',
          round,
          tries: known ? tries : tries + 1,
          waitsUntil: null,
          problem: null,
        })
        return 'more'
      }
      putReport(services, recovery, merged(findingsOf(services, recovery), findings))
      note(services, recovery, 'verify', summaryOf(findingsOf(services, recovery)))
      updateRecovery(services, recovery, { state: 'done', finishedAt: services.now(), waitsUntil: null, problem: null })
      endLiftedCases(services, recovery, attack.attackers)
      forgetAttack(services, recovery)
      return 'over'
    })
  }
  const isNew = before.round === 0 || before.joined
  const known = isNew ? knownServer(services, before.guildId, attack, ids, editedBy(services, before)) : undefined
  const round = known && (await look(known))
  if (round || !going) return round ?? (await look()) ?? 'more'
  updateRecovery(services, before, { joined: true })
  return undefined
}

/**
 * Plans again beside steps that are under way, because another attack has joined. @returns whether that was possible
 */
async function planBeside(services: Services, { id }: Recovery, going: readonly StoredStep[]): Promise<boolean> {
  const recovery = recoveryById(services, id)
  return recovery !== undefined && (await nextRound(services, recovery, going)) !== undefined
}

/** Notes something in the incident's timeline, if there is one. */
function note(services: Services, { guildId, incident }: Recovery, lane: 'restore' | 'verify', text: string): void {
  if (incident === null || !incidentOf(services, { guildId, number: incident })) return
  noteInIncident(services, { guildId, number: incident }, { lane, parts: [text] })
}

/** Combines earlier findings with those of now, which count where there are both. */
function merged(before: readonly RecoveryFinding[], now: readonly RecoveryFinding[]): RecoveryFinding[] {
  const place = ({ kind, objectId, field }: RecoveryFinding) => `${kind} ${objectId} ${field ?? ''}`
  const known = new Set(now.map(place))
  const objects = new Set(now.map(({ kind, objectId }) => `${kind} ${objectId}`))
  const stands = (one: RecoveryFinding) =>
    !known.has(place(one)) && (one.field !== null || !objects.has(`${one.kind} ${one.objectId}`))
  return [...now, ...before.filter(stands)]
}

/** Why steps of the last round were refused, by the object that they were about. */
function refusedBefore(services: Services, recovery: Recovery): Map<string, string> {
  return new Map(
    [...refusalsOf(services, recovery)].map(([key, problem]) => [
      key.replace(/^\S+ /, '').replace(/ #\w+$/, ''),
      problem,
    ]),
  )
}

const heldSentences: Record<string, string> = {
  'create role': 'Discord accepts no more new roles in this server for now.',
  'create emoji': 'Discord accepts no more new emoji in this server for now.',
}

async function advance(services: Services, recovery: Recovery, guild: Guild): Promise<void> {
  const current = recoveryById(services, recovery.id) ?? recovery
  postponeReading(services, recovery.guildId)
  if (current.state === 'planning' || current.state === 'verifying') {
    if ((await nextRound(services, current)) === 'over') return
    // Another attack has joined, or there are steps to do.
    if (recoveryById(services, recovery.id)?.state !== 'running') return schedule(services, current)
    return advance(services, current, guild)
  }
  const next = await runSteps(services, current, guild, going => planBeside(services, current, going))
  const { joined: hasJoined, state: how } = recoveryById(services, recovery.id) ?? current
  if (how === 'stopped') return
  if (next === 'over' || hasJoined)
    updateRecovery(services, current, { state: 'verifying', waitsUntil: null, problem: null })
  else
    updateRecovery(services, current, {
      state: next.held === undefined ? 'running' : 'waiting',
      waitsUntil: next.held === undefined ? null : next.at,
      problem: next.held === undefined ? null : (heldSentences[next.held] ?? null),
    })
  schedule(services, current, next === 'over' || hasJoined ? services.now() : next.at)
}

/** How soon to go on after Discord did not answer (ms): a server does not stay destroyed for an hour because of that. */
const againMs = 15_000
/** How long after its beginning a recovery goes on that soon; after that, as other jobs do, which are given up (ms). */
const patienceMs = 12 * 3_600_000

/** Goes on soon; a recovery that has gone on for long throws instead, so that the job's own tries count. */
function waitForDiscord(services: Services, { id }: Recovery, err: unknown): void {
  const recovery = recoveryById(services, id)
  if (!recovery || recovery.state === 'done' || recovery.state === 'stopped') return
  const { guildId, problem, startedAt } = recovery
  if (problem !== untaken)
    services.log.warn({ err, guildId, feature: antinuke.name }, 'putting back waits until Discord answers')
  const isSoon = since(startedAt, services.now()) <= patienceMs
  // A recovery that another attack has just joined is due at once.
  const at = services.now() + (recovery.joined ? 0 : againMs)
  updateRecovery(services, recovery, { problem: untaken, waitsUntil: isSoon ? at : null })
  if (!isSoon) throw err
  schedule(services, recovery, at)
}

/** Continues a recovery, a few seconds at a time; steps that a crash interrupted are looked for first. */
export const recoverJob = job({
  handle: recovering,
  lane: 'repair',
  promise: () => 'put back what an attack destroyed',
  async run(services, { recoveryId }) {
    const recovery = recoveryById(services, recoveryId)
    if (!recovery || recovery.state === 'done' || recovery.state === 'stopped') return
    const guild = services.client.guilds.cache.get(recovery.guildId)
    if (!guild) {
      updateRecovery(services, recovery, {
        state: 'stopped',
        finishedAt: services.now(),
        problem: 'I am no longer in this server.',
      })
      return
    }
    if (!guild.available)
      return waitForDiscord(services, recovery, new Error('Discord does not show this server right now'))
    try {
      await advance(services, recovery, guild)
    } catch (error) {
      if (!isOutage(error)) throw error
      waitForDiscord(services, recovery, error)
    }
  },
})
