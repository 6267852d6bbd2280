import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartOf } from './chart.ts'
import type { Neighbour } from './attacked-neighbour.ts'
import type { Everyday } from './everyday.ts'
import type { Reactions } from './reactions.ts'
import type { Outcome } from './outcome.ts'
import { attacks, slowAndLow } from './scenarios.ts'
import { subjects } from './subjects.ts'

/** Everything that a run of NukeBench measured. */
export interface Results {
  size: 'quick' | 'short' | 'whole'
  /** Seconds. */
  took: number
  machine: { cpu: string; cores: number; node: string; loadAverage: number; atOnce?: number }
  attacks: Outcome[]
  everyday: Everyday[]
  reactions: Reactions[]
  survived: Outcome[]
  neighbours: Neighbour[]
  memory: Record<string, number>
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
const share = (outcomes: readonly Outcome[]) => {
  const [lost, restored] = [outcomes.map(one => total(one.lost)), outcomes.map(one => total(one.restored))]
  const all = lost.reduce((sum, one) => sum + one, 0)
  return all === 0 ? 1 : restored.reduce((sum, one) => sum + one, 0) / all
}
const of = (results: Results, name: string) => results.attacks.filter(({ subject }) => subject === name)

/**
 * Of each size of server, without and with a way to Discord: how much longer it took than Discord's limits made it, over
 * all servers of that size together. A size of which one was not put back whole has no figure.
 */
function longest(outcomes: readonly Outcome[]): Record<string, number> {
  const bursts = outcomes.filter(
    ({ perSecond, scenario, profile, killed }) =>
      perSecond === null && scenario === 'A1' && profile !== 'bad' && !killed,
  )
  const sizes = Map.groupBy(bursts, ({ channels, profile }) => `${channels}${profile === 'ideal' ? '' : 'Away'}`)
  return Object.fromEntries(
    [...sizes].flatMap(([size, runs]) => {
      const least = runs.reduce((sum, { minimumMs }) => sum + minimumMs, 0)
      const took = runs.reduce((sum, { restoreMs: { all } }) => sum + (all ?? Infinity), 0)
      return least === 0 || took === Infinity ? [] : [[`restoreRatio${size}`, took / least]]
    }),
  )
}

/** Numbers by name, for whoever shows them. */
export function figuresOf(results: Results): Record<string, number> {
  const own = [...of(results, 'palisade'), ...results.survived]
  const [quiet, flooded] = results.reactions
  const [neighbour] = results.neighbours
  // What is sent all at once has landed before anybody can answer.
  const known = own.flatMap(({ excess, perSecond }) => (perSecond === null ? [] : (excess ?? [])))
  const named = (scenario: string) => attacks.find(({ id }) => id === scenario)?.named ?? true
  return {
    runs: own.length + results.everyday.length,
    innocentsPunished: [...own, ...results.everyday].reduce((sum, { innocents }) => sum + innocents.length, 0),
    everydayTripped: results.everyday.filter(({ tripped }) => tripped).length,
    bypassed: own.filter(one => !one.punished && named(one.scenario)).length,
    ...(known.length > 0 && { excessMost: Math.max(...known) }),
    restoredShare: share(own),
    ...longest(own),
    duplicates: own.reduce((sum, { surplus }) => sum + surplus.length, 0),
    ...(quiet && {
      reactions: quiet.count,
      reactionP50Ms: quiet.p50Ms,
      reactionP99Ms: quiet.p99Ms,
      reactionCpuP99Ms: quiet.cpuP99Ms,
      idleTimerP99Ms: quiet.idleTimerP99Ms,
    }),
    ...(flooded && {
      reactionFloodP50Ms: flooded.p50Ms,
      reactionFloodP99Ms: flooded.p99Ms,
      reactionFloodCpuP99Ms: flooded.cpuP99Ms,
      idleTimerFloodP99Ms: flooded.idleTimerP99Ms,
      messagesPerSecond: flooded.messagesPerSecond,
    }),
    ...(neighbour && { neighbourPingP99Ms: neighbour.p99Ms }),
    ...results.memory,
  }
}

const ms = (value: number | null) => (value === null ? '–' : value < 10 ? value.toFixed(1) : value.toFixed(0))
const percent = (part: number) => `${Math.floor(part * 1000) / 10} %`
const table = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const conditions = ({ profile, perSecond, channels, seed }: Outcome) =>
  `${profile}, ${perSecond === null ? `burst, server ${seed}` : `${perSecond}/s`}, ${channels}`
const titleOf = (id: string) => [...attacks, slowAndLow].find(one => one.id === id)?.title ?? ''

const attackRows = (outcomes: readonly Outcome[]) =>
  outcomes.map(one => [
    `${one.scenario} ${titleOf(one.scenario)}`,
    one.subject,
    conditions(one),
    one.stopped ? 'yes' : one.punished ? 'after all' : 'no',
    `${one.landed} of ${one.attempted}`,
    one.excess ?? '–',
    total(one.lost) === 0 ? '–' : `${percent(share([one]))} of ${total(one.lost)}`,
    ms(one.restoreMs.all),
    ms(one.minimumMs),
    one.surplus.length,
    one.innocents.length,
    `${one.requests} / ${one.tooMany}`,
  ])

const attackHead = [
  'Attack',
  'Bot',
  'Profile, rate, channels',
  'Stopped',
  'Landed',
  'Beyond the floor',
  'Restored facts',
  'in ms',
  'least ms',
  'Duplicates',
  'Innocents',
  'Requests / 429',
]

function page(results: Results): string {
  const { machine, reactions, everyday, survived, neighbours } = results
  return [
    '# NukeBench',
    '',
    '`npm run bench:antinuke` wrote this page, its chart and [its figures](nukebench.json); nothing in it is typed by hand.',
    `The ${results.size} size, in ${(results.took / 60).toFixed(0)} minutes, on ${machine.cores} cores of ${machine.cpu}, node ${machine.node}; the load of the machine was ${machine.loadAverage.toFixed(1)} when it began.`,
    ...(machine.loadAverage > machine.cores || (machine.atOnce ?? 1) > 1
      ? [
          '',
          `**The machine was busy**, with a load of ${machine.loadAverage.toFixed(1)} and ${machine.atOnce ?? 1} attacks at a time: times, and what landed, say more about it than about the bots. Run it on a machine that does nothing else.`,
          '',
        ]
      : []),
    'The attacked server is the sandbox’s: it keeps Discord’s limits as they were observed. How late things are is assumed',
    '([profiles](../test/bench/antinuke/profiles.ts)): Discord publishes no figures. Other bots are closed, so none is measured; the baselines are ours:',
    '',
    ...subjects.map(({ name, what }) => `- **${name}**: ${what}.`),
    '',
    '![Hostile actions that landed, and what was restored](nukebench.svg)',
    '',
    '## Figures',
    '',
    table(
      ['Figure', 'Result'],
      Object.entries(figuresOf(results)).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
    ),
    '',
    '## Reaction',
    '',
    'From the bytes of the deciding event to those of the first punishing request, inside the process. Messages are sent as fast as the bot reads them, up to what is wanted; it reads on one processor. What stands for Discord and sends them keeps to one processor meanwhile, with a lower priority than the bot (nice 10), where the system allows that: in life it runs on a machine of its own.',
    'CPU: of its thread alone. Kept waiting: how long that thread did not run although it had work, because something else had the processor. Idle timer: how late a timer was, at the same time, in another process that did nothing: what the machine adds to every time here.',
    '',
    table(
      [
        '',
        'Attackers',
        'p50 ms',
        'p99 ms',
        'max ms',
        'CPU p50 ms',
        'CPU p99 ms',
        'kept waiting p99 ms',
        'idle timer p99 ms',
        'messages/s',
        'processors',
      ],
      reactions.map(one => [
        one.what,
        one.count,
        ms(one.p50Ms),
        ms(one.p99Ms),
        ms(one.maxMs),
        ms(one.cpuP50Ms),
        ms(one.cpuP99Ms),
        ms(one.keptWaitingP99Ms),
        ms(one.idleTimerP99Ms),
        one.wantedPerSecond === 0 ? '0' : `${one.messagesPerSecond.toFixed(0)} of ${one.wantedPerSecond}`,
        one.cpuShare.toFixed(2),
      ]),
    ),
    '',
    '## Another server meanwhile',
    '',
    'How long somebody in a quiet server waits for the answer to `.ping` while another one is attacked and put back.',
    '',
    table(
      ['Attacked server', 'Asked', 'p50 ms', 'p99 ms', 'max ms'],
      neighbours.map(one => [`${one.channels} channels`, one.count, ms(one.p50Ms), ms(one.p99Ms), ms(one.maxMs)]),
    ),
    '',
    '## Attacks',
    '',
    'Landed: requests of attackers that Discord did. Beyond the floor: those of them that a bot which needs no time would not have let through.',
    'Restored: fields of what was lost, each compared in the world itself with what it was.',
    'Least: when Discord’s limits let the last of it be done by a bot that knows all of it at once and does nothing else. Discord takes 50 requests in a second, so that is a staircase: 50 are done at once, the 51st after a second, the 101st after two.',
    'So one server alone says more about its size than about the bot: of bursts there are several servers of each size, each with channels, permissions and webhooks of its own, and `restoreRatio` is the sum of their times by the sum of the least.',
    'Palisade leaves two of each 50 to the next sanctions and needs five itself: the sanction, a look at invites and one at webhooks, and two to tell the owner. Where what was lost takes nearly all of a step, it takes one step more: 96 requests are done after one second at the least, and after two by Palisade, which needs 101 then and has 97.',
    '',
    table(attackHead, attackRows(results.attacks)),
    '',
    '## Killed while restoring',
    '',
    table(attackHead, attackRows(survived)),
    '',
    '## Everyday work',
    '',
    table(
      ['Work', 'Bot', 'Noticed', 'Innocents'],
      everyday.map(one => [`${one.work} ${one.title}`, one.subject, one.tripped ? 'yes' : 'no', one.innocents.length]),
    ),
    '',
    '## Not restored',
    '',
    ...results.attacks
      .filter(one => one.subject === 'palisade' && one.differs.length > 0)
      .flatMap(one => [`- ${one.scenario} (${conditions(one)}): \`${one.differs.slice(0, 3).join('`, `')}\``]),
    '',
  ].join('\n')
}

/** Writes the page, the chart and the figures: those are what the front page shows, so they are few. */
export function write(results: Results, folder: string): void {
  const { size, took, machine } = results
  const figures = figuresOf(results)
  writeFileSync(join(folder, 'nukebench.json'), `${JSON.stringify({ size, took, machine, figures }, undefined, 2)}\n`)
  writeFileSync(join(folder, 'nukebench.md'), page(results))
  writeFileSync(join(folder, 'nukebench.svg'), chartOf(results.attacks))
}
