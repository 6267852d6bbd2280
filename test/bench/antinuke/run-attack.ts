import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as rest } from 'node:timers/promises'
import type { MeasuredProcess } from '../measured-process.ts'
import { say } from '../measure.ts'
import { type Arena, openArena, quiet, type Size } from './arena.ts'
import type { Hit, Landed, Orders } from './attacker.ts'
import { excessOf } from './excess.ts'
import { factsOf, kindOf, missing, sum, surplus } from './facts.ts'
import { watchCourse } from './course.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { minimumMs } from './minimum.ts'
import { hasFailed, keepRecording } from './failed-runs.ts'
import type { Outcome } from './outcome.ts'
import { punished } from './punished.ts'
import type { Scenario } from './scenarios.ts'
import type { Subject } from './subjects.ts'

/** One run: the bot that defends, the attack, and the conditions. */
export interface Plan {
  subject: Subject
  scenario: Scenario
  profile: ProfileName
  /** Null means as fast as possible. */
  perSecond: number | null
  size: Size
  /** The most hits that the attack consists of. */
  hits: number
  seed: number
  /** Kills the product (kill -9) once this share of the loss is restored. */
  killAt?: number
}

/** How much longer than its pace implies an attack may take (ms). */
const attackLimitMs = 180_000
const settleLimitMs = 240_000
/** A bot that has done nothing for this long is considered done (ms). */
const idleMs = 13_000

/** Runs the attackers in a process of their own. @returns the outcome of each attempted hit */
export async function sendAttackers(api: string, hits: readonly Hit[], perSecond: number | null): Promise<Landed[]> {
  const child = fork(new URL('attacker.ts', import.meta.url), { serialization: 'advanced' })
  await once(child, 'message')
  const paceMs = perSecond === null ? 0 : (hits.length / perSecond) * 1000
  const answer = once(child, 'message', { signal: AbortSignal.timeout(attackLimitMs + Math.ceil(paceMs)) })
  child.send({ api, hits, perSecond } satisfies Orders)
  try {
    const [landed] = (await answer) as [Landed[]]
    return landed.filter(Boolean)
  } finally {
    child.kill()
  }
}

const isOk = ({ status }: Landed) => status >= 200 && status < 300

/** The number of facts by kind. */
const byKind = (facts: ReadonlyMap<string, number>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const [fact, count] of facts) counts[kindOf(fact)] = (counts[kindOf(fact)] ?? 0) + count
  return counts
}

/** Attacks a fresh server guarded by a fresh bot. */
export async function runAttack(plan: Plan, root: string): Promise<Outcome> {
  const { subject, scenario, size, seed } = plan
  const inactive = scenario.inactive ?? 0
  const arena = await openArena({ ...size, inactive }, seed, scenario.conditions, subject.name === 'palisade')
  let running: MeasuredProcess | undefined
  try {
    running = await subject.start(arena, root)
    await subject.arm(arena, scenario.settings?.(arena))
    const outcome = await attackThem(arena, running, plan, again => (running = again), root)
    if (hasFailed(outcome, scenario)) keepRecording(arena, outcome, root)
    return outcome
  } finally {
    await running?.kill()
    await arena.close()
  }
}

async function attackThem(
  arena: Arena,
  subject: MeasuredProcess,
  plan: Plan,
  replace: (running: MeasuredProcess) => void,
  root: string,
): Promise<Outcome> {
  const { scenario, profile, perSecond, size } = plan
  const { sandbox, guildId } = arena
  const { world } = sandbox.context
  const apart = new Set([...arena.hostile, arena.puppet, arena.userId('tally'), arena.botId])
  const before = factsOf(world, guildId, apart)
  const requestsBefore = sandbox.requests().length
  arena.slowDown(profiles[profile], plan.seed)
  const course = watchCourse(arena, before, apart)
  const cpuBefore = subject.cpuSeconds()
  const hits = scenario.hits(arena, plan.hits)
  const more = scenario.again?.(arena, plan.hits) ?? []
  const trouble = scenario.trouble && setTimeout(() => scenario.trouble?.(arena), scenario.troubleAfterMs)
  const landed = await sendAttackers(sandbox.api, hits, perSecond)
  clearTimeout(trouble)
  if (more.length > 0) landed.push(...(await sendAttackers(sandbox.api, more, perSecond)))

  let current = subject
  if (plan.killAt !== undefined) {
    await course.untilRestored(plan.killAt, settleLimitMs)
    await current.kill()
    current = await plan.subject.start(arena, root)
    replace(current)
  }
  const settled = await waitUntilDone(arena, plan.subject, course.isWhole)
  course.stop()
  const after = factsOf(world, guildId, apart)
  // Nobody can bring banned or pruned people back; they get their roles when they join again.
  const back = new Set(arena.state.members.keys())
  const comesBack = (fact: string) => kindOf(fact) !== 'holder' || back.has(fact.split('|')[1] ?? '')
  const lost = new Map([...course.lost()].filter(([fact]) => comesBack(fact)))
  const gone = new Map([...missing(before, after)].filter(([fact]) => comesBack(fact)))
  for (const [fact, count] of gone) lost.set(fact, Math.max(count, lost.get(fact) ?? 0))
  const [lostBy, goneBy] = [byKind(lost), byKind(gone)]
  const requests = sandbox.requests().slice(requestsBefore)
  const bots = requests.filter(({ caller }) => caller === 'bot')
  const done = landed.filter(isOk).length
  const entries = course.hostileEntries().map(({ type, by, at, deliveredAt }) => ({
    type,
    by,
    deliveredAt: deliveredAt ?? at + profiles[profile].gateway.medianMs,
  }))
  const punishment = course.punishment()
  const outcome: Outcome = {
    subject: plan.subject.name,
    scenario: scenario.id,
    profile,
    perSecond,
    channels: size.channels,
    seed: plan.seed,
    killed: plan.killAt !== undefined,
    punished: course.punishedAt() !== undefined,
    stopped: course.punishedAt() !== undefined && done < hits.length + more.length,
    landed: done,
    attempted: hits.length + more.length,
    excess: excessOf(scenario, { entries, stops: course.stops(), landed }),
    reactionMs: punishment?.receivedAt === undefined ? null : punishment.sentAt - punishment.receivedAt,
    reactionCpuMs: punishment?.cpuMs ?? null,
    lost: lostBy,
    restored: Object.fromEntries(Object.entries(lostBy).map(([kind, count]) => [kind, count - (goneBy[kind] ?? 0)])),
    surplus: surplus(before, after),
    differs: [...gone.keys()].slice(0, 12),
    restoreMs: course.restoredIn(sum(lost)),
    minimumMs: minimumMs(lost, sandbox.context.conditions, course.knownIn()),
    admitted: plan.subject
      .admits(arena)
      .map(
        ({ kind, name, field, result, reason }) =>
          `${kind} ${name}${field ? ` ${field}` : ''}: ${result}. ${reason ?? ''}`,
      ),
    innocents: punished(arena, apart),
    requests: bots.length,
    tooMany: bots.filter(({ status }) => status === 429).length,
    invalid: bots.filter(({ status }) => status === 401 || status === 403 || status === 429).length,
    cpuSeconds: current.cpuSeconds() - (current === subject ? cpuBefore : 0),
    errors: [...subject.errors(), ...(current === subject ? [] : current.errors())],
    settled,
  }
  const all = Object.values(outcome.lost).reduce((total, count) => total + count, 0)
  const good = Object.values(outcome.restored).reduce((total, count) => total + count, 0)
  say(
    `${outcome.subject} ${outcome.scenario} ${profile} ${perSecond ?? 'burst'}/s: landed ${outcome.landed} of ${outcome.attempted}, excess ${outcome.excess}, reaction ${outcome.reactionMs?.toFixed(1)} ms (CPU ${outcome.reactionCpuMs?.toFixed(1)}), restored ${good} of ${all} in ${outcome.restoreMs.all?.toFixed(0)} ms (least ${outcome.minimumMs.toFixed(0)}), surplus ${outcome.surplus.length}, innocents ${outcome.innocents.length}${settled ? '' : ', NOT SETTLED'}`,
  )
  for (const fact of outcome.differs.slice(0, 4)) say(`  differs: ${fact.slice(0, 200)}`)
  for (const line of outcome.errors.slice(0, 3)) say(`  error: ${line.slice(0, 600)}`)
  for (const line of outcome.admitted.slice(0, 6)) say(`  admitted: ${line.slice(0, 300)}`)
  return outcome
}

/** Waits until the bot has nothing left to do and has been silent for a while, longer if something is still missing. */
async function waitUntilDone(arena: Arena, subject: Subject, isWhole: () => boolean): Promise<boolean> {
  const end = Date.now() + settleLimitMs
  while (Date.now() < end) {
    if ((await quiet(arena, 1000, end - Date.now())) && subject.isDone(arena)) {
      if (isWhole() || !subject.restores) return true
      if ((await quiet(arena, idleMs, end - Date.now())) && subject.isDone(arena)) return true
    }
    await rest(100)
  }
  return false
}
