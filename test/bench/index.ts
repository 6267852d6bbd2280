import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createWorld } from '#sandbox/world/create.ts'
import { createSandbox, type RunningSandbox } from '#sandbox/server.ts'
import { environmentFor } from '#sandbox/demo/environment.ts'
import { flood } from './flood.ts'
import { startSubject } from './subject.ts'

/**
 * `npm run bench`: the product beside a bare discord.js client, one after the other in one run, on one generated world.
 * Ratios are what counts; the absolute figures belong to the machine. `BENCH_SCALE=0.1` makes a quick, smaller run.
 */
const scale = Number(process.env['BENCH_SCALE'] ?? 1)
const sizes = {
  guilds: Math.round(1000 * scale),
  channels: 50,
  roles: 30,
  members: 100,
  people: Math.round(100_000 * scale),
}
const warmUp = Math.round(20_000 * scale)
const messages = Math.round(300_000 * scale)
/** Until a process that has just become ready has collected its garbage. */
const settleMs = 3000

interface Measured {
  startMs: number
  readyMiB: number
  floodedMiB: number
  cpuMicros: number
  perSecond: number
}

const root = resolve(import.meta.dirname, '../..')
const say = (line: string) => process.stderr.write(`${line}\n`)
const rest = (ms: number) => new Promise(done => setTimeout(done, ms))

async function measure(
  sandbox: RunningSandbox,
  name: string,
  entry: string,
  env: Record<string, string>,
): Promise<Measured> {
  const subject = await startSubject(name, [entry], env)
  try {
    await rest(settleMs)
    const readyMiB = subject.residentMiB()
    say(
      `${name}: ready after ${Math.round(subject.startMs)} ms with ${Math.round(readyMiB)} MiB, ${messages} messages ...`,
    )
    await flood(sandbox, warmUp)
    const cpuBefore = subject.cpuSeconds()
    const seconds = await flood(sandbox, messages)
    const cpu = subject.cpuSeconds() - cpuBefore
    await rest(settleMs)
    return {
      startMs: subject.startMs,
      readyMiB,
      floodedMiB: subject.residentMiB(),
      cpuMicros: (cpu / messages) * 1e6,
      perSecond: messages / seconds,
    }
  } finally {
    await subject.stop()
  }
}

const built = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
if (built.status !== 0) throw new Error('the build failed')

say(
  `generating ${sizes.guilds} guilds x ${sizes.channels} channels x ${sizes.roles} roles x ${sizes.members} members ...`,
)
const sandbox = await createSandbox({ world: createWorld({ kind: 'generated', sizes }) })
const dataDir = mkdtempSync(join(tmpdir(), 'palisade-bench-'))
try {
  const env = { ...environmentFor(sandbox, dataDir), LOG_LEVEL: 'info' }
  const bare = await measure(sandbox, 'bare client', join(import.meta.dirname, 'bare.ts'), env)
  const palisade = await measure(sandbox, 'palisade', join(root, 'dist/server/main.js'), env)

  const rows = [
    { what: 'messages per second', bare: bare.perSecond, palisade: palisade.perSecond, target: '>= 0.60' },
    { what: 'CPU per message (us)', bare: bare.cpuMicros, palisade: palisade.cpuMicros, target: '<= 1.67' },
    { what: 'memory when ready (MiB)', bare: bare.readyMiB, palisade: palisade.readyMiB, target: '<= 1.10' },
    {
      what: 'memory after the messages (MiB)',
      bare: bare.floodedMiB,
      palisade: palisade.floodedMiB,
      target: '<= 0.50',
    },
    { what: 'start to ready (ms)', bare: bare.startMs, palisade: palisade.startMs, target: '<= 1.50' },
  ].map(row => ({ ...row, ratio: row.palisade / row.bare }))

  process.stdout.write(`\n${cpus()[0]?.model}, ${cpus().length} cores, node ${process.version}; ${messages} messages\n`)
  for (const { what, bare: left, palisade: right, ratio, target } of rows)
    process.stdout.write(
      `${what.padEnd(34)} bare ${left.toFixed(1).padStart(9)}   palisade ${right.toFixed(1).padStart(9)}   ratio ${ratio.toFixed(2)}   target ${target}\n`,
    )
  if (scale === 1) {
    const figures = {
      throughputRatio: palisade.perSecond / bare.perSecond,
      memoryReadyRatio: palisade.readyMiB / bare.readyMiB,
      memoryRatio: palisade.floodedMiB / bare.floodedMiB,
      startRatio: palisade.startMs / bare.startMs,
    }
    writeFileSync(join(root, 'docs/bench.json'), `${JSON.stringify({ messages, sizes, figures }, undefined, 2)}\n`)
  }
} finally {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
}
