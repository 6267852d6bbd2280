import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { say } from '../measure.ts'
import { measureAttackedNeighbour } from './attacked-neighbour.ts'
import { runEveryday, works } from './everyday.ts'
import { measureMemory } from './memory.ts'
import { measureReactions } from './reactions.ts'
import { figuresOf, type Results, write } from './report.ts'
import type { Outcome } from './outcome.ts'
import { type Plan, runAttack } from './run-attack.ts'
import { attacks, slowAndLow } from './scenarios.ts'
import { buildPalisade, subjects } from './subjects.ts'

/**
 * `npm run bench:antinuke`: runs attacks and everyday work in a large server of the sandbox, with Palisade and three
 * baselines of our own, each in its own process.
 *
 * `-- --quick` is a glimpse; `-- --short` takes some minutes and runs only the attacks that all bots are measured with.
 * These write no results: `-- --only '^A1$'` runs the matching attacks on Palisade alone, under other conditions with
 * `--profile bad`, `--rate 25`, `--channels 200`, `--seed 8` or `--bot poller`; `-- --row` measures `reactions`,
 * `flood` (at `--rate 5000` messages a second), `neighbour` or `memory` alone.
 */
const root = resolve(import.meta.dirname, '../../..')
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const isQuick = process.argv.includes('--quick')
const isShort = process.argv.includes('--short')
/** How many attacks run concurrently; they mostly wait. */
const atOnce = Number(option('at-once') ?? 1)
const seed = Number(option('seed') ?? 7)
/** Messages per second while reactions are measured. */
const flooding = 50_000
const small = { channels: 50, roles: 30, members: 100 }
/**
 * How many servers of a size are attacked in a burst: a single one may lie just before or after a step of the limits'
 * staircase, and the smallest, with latency, take as long as their few slowest answers.
 */
const serversOfSize = (channels: number, profile: Plan['profile']): number =>
  channels === small.channels && profile === 'typical' ? 12 : 4
/** With this many reactions, ten are slower than the 99th percentile: with 300, it lay between 3.5 and 7.1 ms. */
const enoughForP99 = 1000
const [palisade] = subjects
if (!palisade) throw new Error('nobody to measure')

const usual: Omit<Plan, 'subject' | 'scenario'> = { profile: 'typical', perSecond: 10, size: small, hits: 45, seed }
const byId = (...ids: string[]) => attacks.filter(({ id }) => ids.includes(id))
const each = (bots: typeof subjects, scenarios: typeof attacks, more: Partial<Plan> = {}): Plan[] =>
  scenarios.flatMap(scenario => bots.map(subject => ({ ...usual, ...more, subject, scenario })))
const [first] = byId('A1')
if (!first) throw new Error('the attacks have changed')

/** A server with this many channels, all of which are attacked. */
const sized = (channels: number) => ({
  hits: channels,
  size: { channels, roles: channels / 2, members: 200 },
})

/**
 * The attacks that take longest to undo: everything at once, with and without latency.
 * @param servers how many of each size
 */
const largeServers = (sizes: readonly number[], servers: typeof serversOfSize): Plan[] =>
  sizes.flatMap(channels =>
    (['ideal', 'typical'] as const).flatMap(profile =>
      Array.from({ length: servers(channels, profile) }, (_, place) => seed + place).flatMap(one =>
        each([palisade], [first], { profile, perSecond: null, ...sized(channels), seed: one }),
      ),
    ),
  )

const quickPlans = (): Plan[] => [
  ...each(subjects, [first], { profile: 'ideal' }),
  ...each([palisade], byId('A3', 'A6')),
]
const shortPlans = (): Plan[] => [
  ...each(
    [palisade],
    attacks.filter(({ id }) => !['A3c', 'A8-2', 'A8-10'].includes(id)),
  ),
  ...each(subjects.slice(1), byId('A1', 'A3')),
  ...each([palisade], [first], { perSecond: 50 }),
  ...largeServers([50, 200], () => 1),
]
const wholePlans = (): Plan[] => [
  ...each([palisade], attacks),
  ...each(subjects.slice(1), byId('A1', 'A3', 'A4', 'A13')),
  ...[1, 5, 25, 50].flatMap(perSecond => each([palisade], [first], { perSecond, hits: perSecond === 1 ? 12 : 45 })),
  ...(['ideal', 'bad'] as const).flatMap(profile =>
    [25, 50].flatMap(perSecond => each([palisade], [first], { profile, perSecond })),
  ),
  ...each(subjects.slice(1), [first], { perSecond: 50 }),
  ...largeServers([50, 200, 500], serversOfSize),
]

const only = option('only')
const row = option('row')
const plans = row
  ? []
  : only
    ? each(
        subjects.filter(({ name }) => name === (option('bot') ?? 'palisade')),
        [...attacks, slowAndLow].filter(({ id }) => new RegExp(only).test(id)),
        {
          profile: (option('profile') ?? 'typical') as Plan['profile'],
          perSecond: option('rate') === 'burst' ? null : Number(option('rate') ?? 10),
          ...(option('channels') && sized(Number(option('channels')))),
        },
      )
    : isQuick
      ? quickPlans()
      : isShort
        ? shortPlans()
        : wholePlans()

buildPalisade(root)
const begun = Date.now()
const machine = {
  cpu: cpus()[0]?.model ?? '',
  cores: cpus().length,
  node: process.version,
  loadAverage: loadavg()[0] ?? 0,
  atOnce,
}

/** Reports a run that could not be measured; it counts as nothing. */
async function attempt<T>(what: string, work: () => Promise<T>): Promise<T[]> {
  try {
    return [await work()]
  } catch (error) {
    say(`${what} could not be measured: ${error instanceof Error ? error.stack : String(error)}`)
    process.exitCode = 1
    return []
  }
}

const measured: Outcome[] = []
const queue = plans.entries()
const places = new Map<Outcome, number>()
const run = async (place: number, plan: Plan) => {
  for (const outcome of await attempt(`${plan.subject.name} ${plan.scenario.id}`, () => runAttack(plan, root)))
    places.set(outcome, place)
}
const work = async () => {
  for (const [place, plan] of queue) await run(place, plan)
}
const rows: Record<string, () => Promise<unknown>> = {
  reactions: () => measureReactions({ subject: palisade, attackers: enoughForP99, perSecond: 0 }, root),
  flood: () =>
    measureReactions(
      { subject: palisade, attackers: enoughForP99, perSecond: Number(option('rate') ?? flooding) },
      root,
    ),
  neighbour: () => measureAttackedNeighbour(palisade, Number(option('channels') ?? 200), root),
  memory: () => measureMemory(root),
}
if (row !== undefined) {
  const measure = rows[row]
  if (!measure) throw new Error(`no row is called ${row}: ${Object.keys(rows).join(', ')}`)
  say(JSON.stringify(await measure()))
  process.exit()
}
// Two requests a minute for seven minutes: it runs beside the others, since it does not disturb them.
const isWhole = !only && !isQuick && !isShort
const slowly = isWhole && run(plans.length, { ...usual, subject: palisade, scenario: slowAndLow, perSecond: 1 / 30 })
await Promise.all(Array.from({ length: atOnce }, work))
await slowly
measured.push(...[...places].toSorted((a, b) => a[1] - b[1]).map(([outcome]) => outcome))

if (!only) {
  const results: Results = {
    took: 0,
    size: isQuick ? 'quick' : isShort ? 'short' : 'whole',
    machine,
    attacks: measured,
    everyday: [],
    reactions: [],
    survived: [],
    neighbours: [],
    memory: {},
  }
  const attackers = isQuick ? 20 : enoughForP99
  for (const perSecond of [0, flooding])
    results.reactions.push(
      ...(await attempt('reactions', () => measureReactions({ subject: palisade, attackers, perSecond }, root))),
    )
  for (const work of isQuick || isShort ? works.filter(({ id }) => id !== 'B1') : works)
    results.everyday.push(
      ...(await attempt(work.id, () => runEveryday({ subject: palisade, work, profile: 'typical', seed }, root))),
    )
  if (!isQuick)
    results.neighbours.push(
      ...(await attempt('the neighbour', () => measureAttackedNeighbour(palisade, isShort ? 50 : 200, root))),
    )
  const killed: Plan = { ...usual, subject: palisade, scenario: first, profile: 'ideal', perSecond: null, killAt: 0.3 }
  results.survived.push(...(await attempt('the survivor', () => runAttack(killed, root))))
  if (isWhole) results.memory = Object.assign({}, ...(await attempt('memory', () => measureMemory(root))))
  results.took = (Date.now() - begun) / 1000
  for (const [name, value] of Object.entries(figuresOf(results))) process.stdout.write(`${name.padEnd(24)} ${value}\n`)
  // A quick run is a glimpse, not a result.
  if (!isQuick) write(results, join(root, 'docs'))
}
say(`${((Date.now() - begun) / 1000).toFixed(0)} s`)
process.exit()
