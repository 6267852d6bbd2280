import type { Guild } from 'discord.js'
import { createRecall } from '#kernel/discord/lanes.ts'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { type Services, state } from '#kernel/feature.ts'
import type { ObjectKind } from '../journal/objects.ts'
import { untilAllReported } from './until-all-reported.ts'
import { findMade } from './find-made.ts'
import { resumeYielded } from './yield-to-recovery.ts'
import { idMap, type IdMap, noteNewId } from './id-map.ts'
import { kindTrials } from './kind-trials.ts'
import { bucketOf, classOf, inOrder, isSingle, urgency } from './step-order.ts'
import { readFile } from './kept-files.ts'
import { type StepOutcome, perform } from './perform.ts'
import { readServerNow } from './server-now.ts'
import { incidentsOf, type Recovery, recoveryById, setStep, stepsOf, type StoredStep } from './store.ts'
import { type Act, type FileMark, fileMark } from './steps.ts'
import { isIndependentCreation, prematureSteps } from './premature-steps.ts'

/** The most steps under way at once, about as many as Discord takes in a second; often its limits allow fewer. */
const atOnce = 48
/** How long a run lasts before it hands over to the next one, so that a shutdown never waits long (ms). */
const runMs = 5000
/** How often to check who caused a loss for which steps wait, while there is nothing else to do (ms). */
const untoldEveryMs = 250

const underWay = state((): { joined: (() => void) | undefined; proven: { by: number; kinds: Set<string> } } => ({
  joined: undefined,
  proven: { by: 0, kinds: new Set() },
}))

/** Recalls requests that have not left yet: another attack has joined the server's recovery, or the recovery is over. */
export const interruptSteps = (services: Services, guildId: string): void => underWay(services, guildId).joined?.()

/** When to continue: at a time (Unix ms), or never, because the round is over. */
export type Next = { at: number; held: string | undefined } | 'over'

/** The reason of a step for the audit log, by which something it made can be found again after a crash. */
export const reasonOf = ({ id, incident }: Pick<Recovery, 'id' | 'incident'>, step: Pick<StoredStep, 'id'>): string =>
  `${incident === null ? `Recovery ${id}` : `Incident ${incident}`}, step ${step.id}`

export const viaOf = ({ incident }: Pick<Recovery, 'incident'>): string =>
  incident === null ? 'Restored' : `Restored after incident ${incident}`

/**
 * Does steps of the current round, those of different limits at once, until none can be done now or a while has passed.
 * @param planBeside begins a round beside steps under way, when another attack has joined; false where it cannot
 * @throws what an outage throws; what was begun is looked for the next time
 */
export async function runSteps(
  services: Services,
  begun: Recovery,
  guild: Guild,
  planBeside: (going: readonly StoredStep[]) => Promise<boolean>,
): Promise<Next> {
  let recovery = begun
  let steps: StoredStep[] = []
  const keys = new Set<string>()
  /** Keys of steps that need no more doing, including those of earlier rounds. */
  const over = new Set<string>()
  const open = new Set<StoredStep>()
  const busy = new Map<StoredStep, Promise<void>>()
  /** Limits with a step under way that has to be alone. */
  const taken = new Set<string>()
  const freeAt = new Map<string, number>()
  const under = underWay(services, guild.id)
  if (under.proven.by !== recovery.id) under.proven = { by: recovery.id, kinds: new Set() }
  const trials = kindTrials(under.proven.kinds)
  const endsAt = performance.now() + runMs
  const failures: unknown[] = []
  let recall = createRecall()
  /** For steps that are right whatever else was destroyed: they stay in the queue while the rest is planned again. */
  const recallOfSure = createRecall()
  let server: ReturnType<typeof readServerNow> | undefined

  const ids = idMap(services, guild.id, recovery.id)
  /** Pending until Discord has reported everything that was destroyed. */
  let late: Promise<unknown> | undefined
  let ended = Promise.withResolvers<void>()
  let isUntold: ReturnType<typeof prematureSteps> = () => false
  const loadSteps = () => {
    const going = new Map([...busy.keys()].map(step => [step.id, step]))
    steps = inOrder(stepsOf(services, recovery).map(step => going.get(step.id) ?? step))
    keys.clear()
    open.clear()
    for (const step of steps) {
      const { key, state } = step
      keys.add(key)
      const isOver = state === 'done' || state === 'refused'
      if (!isOver) open.add(step)
      over[isOver ? 'add' : 'delete'](key)
    }
    const untold = incidentsOf(recovery).flatMap(
      number => untilAllReported(services, { guildId: guild.id, number }) ?? [],
    )
    const telling = untold.length > 0 ? Promise.all(untold) : undefined
    late = telling
    void telling?.then(() => {
      if (late === telling) late = undefined
      ended.resolve()
    })
    isUntold = prematureSteps(services, guild, keys, ids, () => late === undefined)
  }
  const place = () => ({ guild, ids, read: (file: FileMark['$file']) => readFile(services, guild.id, file, ids) })

  const settle = (step: StoredStep, outcome: Exclude<StepOutcome, { is: 'too-early' }>) => {
    const learn = services.db.transaction(() => {
      if (outcome.is === 'refused') setStep(services, step, { state: 'refused', problem: outcome.reason })
      else setStep(services, step, { state: 'done' })
      return outcome.is === 'done' ? noteMade(services, recovery, step.act, outcome, ids) : []
    })
    for (const known of learn) known()
    open.delete(step)
    over.add(step.key)
  }

  /** A step that an earlier process began may have made something. */
  const found = async (step: StoredStep, act: Extract<Act, { do: 'create' }>) => {
    server ??= readServerNow(
      services,
      guild.id,
      new Set(steps.flatMap(one => ('kind' in one.act ? [one.act.kind] : []))),
    )
    const junk = new Set(steps.flatMap(one => (one.act.do === 'delete' ? [one.act.id] : [])))
    return findMade(services.client, act, {
      guildId: guild.id,
      reason: reasonOf(recovery, step),
      begunAt: step.begunAt ?? recovery.startedAt,
      server: await server,
      taken: id => junk.has(id) || ids.before(id) !== id,
      idNow: ids.now,
    })
  }

  const work = async (step: StoredStep): Promise<void> => {
    const { act } = step
    if (step.state === 'begun' && act.do === 'create' && act.adopt === undefined) {
      const newId = await found(step, act)
      if (newId !== undefined) return settle(step, { is: 'done', newId })
    }
    setStep(services, step, { state: 'begun', begunAt: services.now() })
    const outcome = await perform(
      services,
      act,
      place(),
      reasonOf(recovery, step),
      isIndependentCreation(step, keys) ? recallOfSure : recall,
    )
    if (outcome.is === 'too-early') {
      setStep(services, step, { state: 'todo', begunAt: null })
      freeAt.set(bucketOf(act), services.now() + outcome.inMs)
      return
    }
    settle(step, outcome)
    if (!trials.note(act, outcome)) return
    for (const other of open) if (classOf(other.act) === classOf(act) && !busy.has(other)) settle(other, outcome)
  }

  /** Another attack has joined: the rest is planned again, but steps that an earlier process began are finished. */
  const isOutdated = () => recoveryById(services, recovery.id)?.joined === true

  /** Somebody has stopped the recovery: only what has left is finished. */
  const isStopped = () => recoveryById(services, recovery.id)?.state === 'stopped'

  /** What has left goes on, and what has not is planned together with the rest. @returns whether that was possible */
  const planAnew = async (): Promise<boolean> => {
    // By then, recalled requests are waiting again.
    await yieldToEventLoop()
    if ([...open].some(step => step.state === 'begun' && !busy.has(step))) return false
    const isPlanned = await planBeside([...busy.keys()]).catch((error: unknown) => void failures.push(error))
    if (!isPlanned) return false
    recovery = recoveryById(services, recovery.id) ?? recovery
    recall = createRecall()
    loadSteps()
    return true
  }

  /** Steps that can wait use none of a limit while others are under way, or about to be. */
  const isLater = (step: StoredStep) =>
    urgency(step) > 0 && [...open].some(other => urgency(other) < urgency(step) && (busy.has(other) || isUntold(other)))

  const isReady = (step: StoredStep) => {
    const { act, after } = step
    const bucket = bucketOf(act)
    return (
      !taken.has(bucket) &&
      !trials.isTried(act) &&
      !isLater(step) &&
      (freeAt.get(bucket) ?? 0) <= services.now() &&
      after.every(key => over.has(key) || !keys.has(key)) &&
      !isUntold(step)
    )
  }

  // Requests that wait for Discord's next second would hold up the new plan until then.
  under.joined = () => {
    recall.all()
    ended.resolve()
  }
  loadSteps()
  let isEnding = false
  while (failures.length === 0 && performance.now() < endsAt) {
    ended = Promise.withResolvers()
    if (!isEnding && (isStopped() || (isOutdated() && !(await planAnew())))) {
      isEnding = true
      recallOfSure.all()
    }
    const waiting = [...open].filter(step => !busy.has(step))
    const begunBefore = () => (isStopped() ? [] : waiting.filter(one => one.state === 'begun'))
    const next = isEnding ? begunBefore() : trials.inTurn(waiting)
    for (const step of next) {
      if (busy.size >= atOnce) break
      if (!isReady(step)) continue
      const bucket = bucketOf(step.act)
      if (isSingle(step.act)) taken.add(bucket)
      trials.begin(step.act)
      const done = work(step)
        .catch((error: unknown) => void failures.push(error))
        .then(() => {
          busy.delete(step)
          trials.end(step.act)
          taken.delete(bucket)
          ended.resolve()
        })
      busy.set(step, done)
    }
    if (busy.size === 0 && (!late || open.size === 0 || isEnding)) break
    // From here on, what others ask for comes after everything that has been requested.
    const isAllAsked = [...open].every(step => busy.has(step) || urgency(step) > 0)
    if (isAllAsked && !late) resumeYielded(services, guild.id)
    await ended.promise
  }
  await Promise.all(busy.values())
  resumeYielded(services, guild.id)
  under.joined = undefined
  if (failures.length > 0) throw failures[0]
  if (open.size === 0 || isStopped()) return 'over'
  if (isOutdated()) return { at: services.now(), held: undefined }
  const waits = [...freeAt].filter(([, at]) => at > services.now())
  const canGoOn = [...open].some(isReady)
  if (!canGoOn && [...open].some(isUntold)) return { at: services.now() + untoldEveryMs, held: undefined }
  if (!canGoOn && waits.length === 0) {
    for (const step of open) settle(step, { is: 'refused', status: 0, reason: 'What it needs could not be done.' })
    return 'over'
  }
  if (canGoOn) return { at: services.now(), held: undefined }
  const [bucket, at] = waits.reduce((soonest, one) => (one[1] < soonest[1] ? one : soonest))
  return { at, held: bucket }
}

/**
 * Stores the new id of what was made, and the new names of pictures.
 * @returns callbacks that tell `ids` about them
 */
function noteMade(
  services: Services,
  recovery: Recovery,
  act: Act,
  { newId, answer }: Extract<StepOutcome, { is: 'done' }>,
  ids: IdMap,
): (() => void)[] {
  if (act.do !== 'create' && act.do !== 'edit') return []
  const learn: (() => void)[] = []
  const note = (kind: ObjectKind | 'file', oldId: string, id: string) => {
    const via = viaOf(recovery)
    const known = noteNewId(services, recovery.guildId, { recoveryId: recovery.id, kind, oldId, newId: id, via, ids })
    if (known) learn.push(known)
  }
  if (act.do === 'create' && newId !== undefined) note(act.kind, act.id, newId)
  const fields = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  for (const [field, value] of fields) {
    const file = fileMark.safeParse(act.body[field])
    if (file.success && typeof value === 'string' && file.data.$file.value !== act.id)
      note('file', file.data.$file.value, value)
  }
  return learn
}
