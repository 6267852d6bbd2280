import type { RunningSandbox } from '#sandbox/server.ts'
import { flood } from './flood.ts'
import { type Program, type MeasuredProcess, withProcess } from './measured-process.ts'

const starts = 5
/** How long a process that has just become ready takes to collect its garbage (ms). */
const settleMs = 3000

const rest = (ms: number) => new Promise(done => setTimeout(done, ms))
export const say = (line: string): boolean => process.stderr.write(`${line}\n`)

/** The median of each figure, so that other load on the machine counts less. */
function medians<K extends string>(measured: readonly Record<K, number>[], names: readonly K[]): Record<K, number> {
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return Object.fromEntries(names.map(name => [name, median(measured.map(one => one[name]))])) as Record<K, number>
}

export interface Start {
  startMs: number
  readyMiB: number
}

export const measureStart = (contender: Program): Promise<Start> =>
  withProcess(contender, async subject => {
    await rest(settleMs)
    const { name, startMs } = subject
    const readyMiB = subject.residentMiB()
    say(`${name}: ready after ${startMs.toFixed(0)} ms with ${readyMiB.toFixed(0)} MiB`)
    return { startMs, readyMiB }
  })

/** Starts both programs alternately, so that other load on the machine affects both. */
export async function measureStarts(one: Program, other: Program): Promise<[Start, Start]> {
  const measured: [Start[], Start[]] = [[], []]
  for (let turn = 0; turn < starts; turn++) {
    measured[0].push(await measureStart(one))
    measured[1].push(await measureStart(other))
  }
  const names = ['startMs', 'readyMiB'] as const
  return [medians(measured[0], names), medians(measured[1], names)]
}

export interface Flooded {
  cpuMicros: number
  perSecond: number
  /** Resident memory after all rounds. */
  floodedMiB: number
}

export async function measureFlood(
  sandbox: RunningSandbox,
  subject: MeasuredProcess,
  { warmUp, rounds, perRound }: { warmUp: number; rounds: number; perRound: number },
): Promise<Flooded> {
  await flood(sandbox, warmUp)
  const measured: Omit<Flooded, 'floodedMiB'>[] = []
  for (let round = 0; round < rounds; round++) {
    const before = subject.cpuSeconds()
    const perSecond = perRound / (await flood(sandbox, perRound))
    const cpuMicros = ((subject.cpuSeconds() - before) / perRound) * 1e6
    const memory = `${subject.residentMiB().toFixed(0)} MiB`
    say(`${subject.name}: ${perSecond.toFixed(0)} messages/s, ${cpuMicros.toFixed(1)} us each, ${memory}`)
    measured.push({ cpuMicros, perSecond })
  }
  await rest(settleMs)
  return { ...medians(measured, ['cpuMicros', 'perSecond']), floodedMiB: subject.residentMiB() }
}
