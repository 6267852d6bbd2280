import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartOf } from './chart.ts'
import type { Neighbour } from './attacked-neighbour.ts'
import type { Everyday } from './everyday.ts'
import type { Reactions } from './reactions.ts'
import type { Outcome } from './outcome.ts'
import { attacks, slowAndLow } from './scenarios.ts'
import { subjects } from './subjects.ts'

/** All results of a run of NukeBench. */
export interface Results {
  size: 'quick' | 'short' | 'whole'
  /** In seconds. */
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
 * The time to restore divided by the least that Discord's limits allow, for each size of server, without and with a
 * latency to Discord (`Away`), over all servers of that size together. A size has no figure if one of its servers was
 * not restored completely.
 */
function restoreRatios(outcomes: readonly Outcome[]): Record<string, number> {
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

/** The key figures by name: what the front page shows, and what CI compares. */
export function figuresOf(results: Results): Record<string, number> {
  const own = [...of(results, 'palisade'), ...results.survived]
  const [quiet, flooded] = results.reactions
  const [neighbour] = results.neighbours
  // In a burst, everything has landed before anybody could respond.
  const known = own.flatMap(({ excess, perSecond }) => (perSecond === null ? [] : (excess ?? [])))
  const named = (scenario: string) => attacks.find(({ id }) => id === scenario)?.named ?? true
  return {
    runs: own.length + results.everyday.length,
    innocentsPunished: [...own, ...results.everyday].reduce((sum, { innocents }) => sum + innocents.length, 0),
    everydayTripped: results.everyday.filter(({ tripped }) => tripped).length,
    bypassed: own.filter(one => !one.punished && named(one.scenario)).length,
    ...(known.length > 0 && { excessMost: Math.max(...known) }),
    restoredShare: share(own),
    ...restoreRatios(own),
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

const rateOf = ({ perSecond, seed }: Outcome) => {
  if (perSecond === null) return `burst, server ${seed}`
  return perSecond < 1 ? `${(perSecond * 60).toFixed(0)}/min` : `${perSecond}/s`
}
const conditions = (outcome: Outcome) => `${outcome.profile}, ${rateOf(outcome)}, ${outcome.channels}`
const titleOf = (id: string) => [...attacks, slowAndLow].find(one => one.id === id)?.title ?? ''

const attackRows = (outcomes: readonly Outcome[]) =>
  outcomes.map(one => [
    `${one.scenario} ${titleOf(one.scenario)}`,
    one.subject,
    conditions(one),
    one.stopped ? 'yes' : one.punished ? 'too late' : 'no',
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
  'Avoidable',
  'Restored fields',
  'In (ms)',
  'Least (ms)',
  'Duplicates',
  'Innocents punished',
  'Requests / 429',
]

function page(results: Results): string {
  const { machine, reactions, everyday, survived, neighbours } = results
  return [
    '# NukeBench',
    '',
    'This page, its chart and [its figures](nukebench.json) are written by `npm run bench:antinuke`; nothing here is typed by hand.',
    `The ${results.size} run took ${(results.took / 60).toFixed(0)} minutes on ${machine.cores} cores of ${machine.cpu} with node ${machine.node}; the load average was ${machine.loadAverage.toFixed(1)} at the start.`,
    ...(machine.loadAverage > machine.cores || (machine.atOnce ?? 1) > 1
      ? [
          '',
          `**The machine was busy**, with a load average of ${machine.loadAverage.toFixed(1)} and ${machine.atOnce ?? 1} attacks at a time, so the times and the number of actions that landed say more about the machine than about the bots. Run it on a machine that does nothing else.`,
          '',
        ]
      : []),
    'The attacked server is simulated by the sandbox, which enforces Discord’s rate limits as they have been observed. The latencies are assumptions',
    '([profiles](../test/bench/antinuke/profiles.ts)), since Discord publishes no figures. Other anti-nuke bots are closed source, so none of them is measured. The baselines are our own:',
    '',
    ...subjects.map(({ name, what }) => `- **${name}**: ${what}.`),
    '',
    '![Share of hostile actions that landed, and share of the damage that was restored](nukebench.svg)',
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
    'Time inside the process, from reading the bytes of the deciding event to writing those of the first punishing request. In the second row, messages arrive as fast as the bot can read them, up to the stated rate. The bot runs on one processor. The simulated Discord, which sends the messages, is confined to one processor, and runs there only while nothing else wants to (SCHED_IDLE), where the system allows that, since in production it runs on other machines.',
    '',
    '- **CPU**: processor time of the bot’s main thread.',
    '- **Kept waiting**: how long that thread was ready to run while something else had the processor.',
    '- **Idle timer**: how late a timer fired at the same time in a process that did nothing, which is what the machine itself adds to every time here.',
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
    '## Effect on another server',
    '',
    'How long a member of a quiet server waits for the answer to `.ping` while another server is attacked and restored.',
    '',
    table(
      ['Attacked server', 'Asked', 'p50 ms', 'p99 ms', 'max ms'],
      neighbours.map(one => [`${one.channels} channels`, one.count, ms(one.p50Ms), ms(one.p99Ms), ms(one.maxMs)]),
    ),
    '',
    '## Attacks',
    '',
    '- **Stopped**: whether the attackers were punished before they had finished; “too late” means afterwards.',
    '- **Landed**: how many of the attackers’ requests Discord carried out.',
    '- **Avoidable**: how many of these a bot with no reaction time of its own would have prevented.',
    '- **Restored fields**: the share of the lost fields that are as they were before, compared in the simulated server itself.',
    '- **In**: time from the punishment until the last field was restored.',
    '- **Least**: the time that Discord’s limits impose on a bot that knows all the damage at once and does nothing else. Discord accepts 50 requests a second, so this is a staircase: the first 50 are done at once, the 51st after one second, the 101st after two. The slowest answer of the last step is added, as long as it takes on average.',
    '',
    'Because of that staircase, the result for a single server says more about its size than about the bot. Bursts are therefore run on several servers of each size, each with its own channels, permissions and webhooks, and `restoreRatio` is the sum of their times divided by the sum of the least times.',
    'Palisade reserves two of every 50 requests for further punishments and needs five itself: the punishment, one request each to check invites and webhooks, and two to notify the owner. If the damage nearly fills a step, Palisade needs one more: 96 requests take at least one second, but Palisade, which then needs 101 and may send 97, takes two.',
    '',
    table(attackHead, attackRows(results.attacks)),
    '',
    '## Killed during a restoration',
    '',
    table(attackHead, attackRows(survived)),
    '',
    '## Everyday work',
    '',
    table(
      ['Work', 'Bot', 'Triggered', 'Innocents punished'],
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

/** Writes the page, the chart and the figures; the front page loads the figures, so there are only a few. */
export function write(results: Results, folder: string): void {
  const { size, took, machine } = results
  const figures = figuresOf(results)
  writeFileSync(join(folder, 'nukebench.json'), `${JSON.stringify({ size, took, machine, figures }, undefined, 2)}\n`)
  writeFileSync(join(folder, 'nukebench.md'), page(results))
  writeFileSync(join(folder, 'nukebench.svg'), chartOf(results.attacks))
}
