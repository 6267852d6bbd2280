import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { features as everyFeature } from '#features/index.ts'
import type { Feature } from '#kernel/feature.ts'
import { environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { createSandbox } from '#sandbox/server.ts'
import { createWorld } from '#sandbox/world/create.ts'
import { judgeHostile, judgeWords } from './automod.ts'
import { measureCrowds } from './crowds.ts'
import { measureLanes } from './lanes.ts'
import { measureNeighbour } from './neighbour.ts'
import type { Row } from './row.ts'
import { visitDashboard } from './dashboard.ts'
import { measureFlood, measureStart, measureStarts, say } from './measure.ts'
import { type Program, imageCommand, imageEnvironment, withProcess } from './measured-process.ts'
import { hearing, switchOn } from './switch-features.ts'
import { measureTicketStatistics } from './ticket-statistics.ts'
import { measureTranscript } from './transcripts.ts'

/**
 * `npm run bench`: the product beside a bare discord.js client on one generated world, run as its image runs it.
 * Ratios are what counts; absolute numbers depend on the machine. Everything is repeated, and the median reported.
 * The product works with all its features and automod's filters switched on in every server.
 * `BENCH_SCALE=0.1` makes a quick, smaller run; `BENCH_ONLY=neighbour` (or crowds, lanes, statistics, transcripts) measures that row alone.
 */
const scale = Number(process.env['BENCH_SCALE'] ?? 1)
const sizes = {
  guilds: Math.round(1000 * scale),
  channels: 50,
  roles: 30,
  members: 100,
  people: Math.round(100_000 * scale),
}
/** The messages for measuring the cost of one feature. */
const chat = { warmUp: Math.round(10_000 * scale), rounds: 3, perRound: Math.round(30_000 * scale) }
const talk = { warmUp: Math.round(20_000 * scale), rounds: 5, perRound: Math.round(60_000 * scale) }
const administrators = { count: 50, warmUp: Math.round(20 * scale), rounds: Math.round(200 * scale) }

const root = resolve(import.meta.dirname, '../..')

/** The rows that need no generated world. */
const standalone: Record<string, () => Promise<Row>> = {
  crowds: () => measureCrowds(root, scale),
  neighbour: () => measureNeighbour(root, Math.max(10, Math.round(60 * scale))),
  transcripts: () => measureTranscript(Math.max(1000, Math.round(10_000 * scale))),
  statistics: () => measureTicketStatistics(Math.max(5000, Math.round(50_000 * scale))),
  lanes: () => measureLanes(Math.max(50, Math.round(300 * scale))),
}
const only = process.env['BENCH_ONLY']
if (only !== undefined && !standalone[only])
  throw new Error(`BENCH_ONLY is one of ${Object.keys(standalone).join(', ')}`)

const built = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
if (built.status !== 0) throw new Error('the build failed')

const tell = ({ lines }: Row) => process.stdout.write(lines.map(line => `${line}\n`).join(''))
const measureAlone = standalone[only ?? '']
if (measureAlone) {
  tell(await measureAlone())
  process.exit()
}

say(
  `generating ${sizes.guilds} guilds x ${sizes.channels} channels x ${sizes.roles} roles x ${sizes.members} members ...`,
)
const sandbox = await createSandbox({
  world: createWorld({ kind: 'generated', sizes }),
  conditions: { identifyEveryMs: 0 },
})
const guildIds = [...sandbox.context.world.guilds.keys()]
const dataDir = mkdtempSync(join(tmpdir(), 'palisade-bench-'))
const spare = mkdtempSync(join(tmpdir(), 'palisade-bench-'))

/** What a message costs with nothing but `features` switched on (us of CPU). */
async function costWith(palisade: Program, name: string, features: readonly Feature[]): Promise<number> {
  const folder = mkdtempSync(join(spare, 'data-'))
  switchOn(folder, guildIds, features)
  const contender = { ...palisade, name: `palisade with ${name}`, env: { ...palisade.env, DATA_DIR: folder } }
  return (await withProcess(contender, subject => measureFlood(sandbox, subject, chat))).cpuMicros
}

try {
  const dashboard = new URL(`http://127.0.0.1:${await freePort(0)}`)
  const env = {
    ...environmentFor(sandbox, dataDir),
    LOG_LEVEL: 'info',
    PUBLIC_URL: dashboard.href,
    PORT: dashboard.port,
  }
  const bare: Program = { name: 'bare client', args: [join(import.meta.dirname, 'bare.js')], env }
  const palisade: Program = { name: 'palisade', args: imageCommand(root), env: { ...imageEnvironment(root), ...env } }

  const first = await measureStart(palisade)
  say(`palisade: first start, with an empty data folder, ${first.startMs.toFixed(0)} ms`)
  switchOn(dataDir, guildIds, everyFeature)
  const [bareStart, palisadeStart] = await measureStarts(bare, palisade)

  const bareFlood = await withProcess(bare, subject => measureFlood(sandbox, subject, talk))
  const { flooded, visited } = await withProcess(palisade, async subject => ({
    flooded: await measureFlood(sandbox, subject, talk),
    visited: await visitDashboard(sandbox, dashboard, administrators),
  }))

  const without = await costWith(palisade, 'nothing on', [])
  const costs: { name: string; micros: number }[] = []
  for (const feature of hearing()) {
    const { name } = feature.contract
    costs.push({ name, micros: (await costWith(palisade, name, [feature])) - without })
  }

  const alone: Row[] = []
  for (const measure of Object.values(standalone)) alone.push(await measure())

  const rows = [
    {
      name: 'throughputRatio',
      what: 'messages per second, whole pipeline',
      from: bareFlood.perSecond,
      to: flooded.perSecond,
      target: '>= 0.60',
    },
    {
      name: 'cpuRatio',
      what: 'CPU per message (us)',
      from: bareFlood.cpuMicros,
      to: flooded.cpuMicros,
      target: '<= 1.67',
    },
    {
      name: 'memoryReadyRatio',
      what: 'memory when ready (MiB)',
      from: bareStart.readyMiB,
      to: palisadeStart.readyMiB,
      target: '<= 1.10',
    },
    {
      name: 'memoryRatio',
      what: 'memory after the messages (MiB)',
      from: bareFlood.floodedMiB,
      to: flooded.floodedMiB,
      target: '<= 0.50',
    },
    {
      name: 'startRatio',
      what: 'start to ready (ms)',
      from: bareStart.startMs,
      to: palisadeStart.startMs,
      target: '<= 1.50',
    },
  ].map(row => ({ ...row, ratio: row.to / row.from }))

  const messages = talk.rounds * talk.perRound
  process.stdout.write(`\n${cpus()[0]?.model}, ${cpus().length} cores, node ${process.version}; ${messages} messages\n`)
  for (const { what, from, to, ratio, target } of rows)
    process.stdout.write(
      `${what.padEnd(36)} bare ${from.toFixed(1).padStart(9)}   palisade ${to.toFixed(1).padStart(9)}   ratio ${ratio.toFixed(2)}   target ${target}\n`,
    )
  const shares = costs.map(({ name, micros }) => `${name} ${micros.toFixed(1)}`).join(', ')
  process.stdout.write(`CPU per message (us): ${without.toFixed(1)} with nothing on; added by ${shares}\n`)
  const judged = judgeHostile()
  for (const [what, { medianMs, p99Ms, firstP99Ms }] of [
    ['words', judged.words],
    ['patterns', judged.patterns],
  ] as const)
    process.stdout.write(
      `automod, 200 ${what}, a hostile message of 2,000 characters: median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms (target < 1), right after a start ${firstP99Ms.toFixed(2)} ms\n`,
    )
  const corpus = judgeWords()
  process.stdout.write(
    `automod, a usual list of 100 words: ${corpus.falseHits} of ${corpus.innocents} innocent lines hit (target 0), ${(100 * corpus.found).toFixed(1)} % of ${corpus.evasions} hidden words found (target >= 95 %)\n`,
  )
  const { firstP99Ms, p50Ms, p99Ms, perSecond, errors } = visited
  process.stdout.write(
    `dashboard, ${administrators.count} administrators at once: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (target <= 50), ${perSecond.toFixed(0)} requests/s, ${errors} errors (target 0); p99 of the first ${administrators.count * administrators.warmUp * 2} requests after a start ${firstP99Ms.toFixed(1)} ms\n`,
  )
  alone.forEach(tell)
  if (scale === 1) {
    const figures = {
      ...Object.fromEntries(rows.map(({ name, ratio }) => [name, ratio])),
      automodMedianMs: judged.patterns.medianMs,
      innocentLinesHit: corpus.falseHits,
      hiddenWordsFound: corpus.found,
      dashboardP99Ms: p99Ms,
      dashboardErrors: errors,
      ...Object.fromEntries(alone.flatMap(({ figures }) => Object.entries(figures))),
    }
    writeFileSync(join(root, 'docs/bench.json'), `${JSON.stringify({ messages, sizes, figures }, undefined, 2)}\n`)
  }
} finally {
  await sandbox.close()
  for (const folder of [dataDir, spare]) rmSync(folder, { recursive: true, force: true })
}
// Otherwise, requests queued in the lanes would still be sent for minutes.
process.exit()
