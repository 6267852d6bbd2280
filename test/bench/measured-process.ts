import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A program to measure: node's arguments and the environment. */
export interface Program {
  name: string
  args: readonly string[]
  env: Record<string, string>
}

/** One measured process. */
export interface MeasuredProcess {
  name: string
  /** From spawn to 'ready' on its output (ms). */
  startMs: number
  /** CPU seconds used so far, user and system (Linux). */
  cpuSeconds(): number
  /** Resident memory now (MiB, Linux). */
  residentMiB(): number
  /** The lines that it has logged at level 'error' and above so far, in JSON. */
  errors(): readonly string[]
  stop(): Promise<void>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

/** USER_HZ on every Linux that Node runs on. */
const ticksPerSecond = 100
const startLimitMs = 60_000

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

/** The arguments that the image passes to node: options and the built program, which must exist. */
export function imageCommand(root: string): string[] {
  const [, command] = /^CMD (.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  const [, ...args] = JSON.parse(command ?? '[]') as string[]
  return args.map(arg => (arg.startsWith('-') ? arg : join(root, arg)))
}

/** The variables that the image sets. */
export function imageEnvironment(root: string): Record<string, string> {
  const [, variables = ''] = /^ENV (.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
  return Object.fromEntries(variables.split(' ').map(variable => variable.split('=', 2)))
}

/** pino's number for the level. */
const errorLevel = 50

const isError = (line: string): boolean => Number(/^{"level":(\d+)/.exec(line)?.[1]) >= errorLevel

/** Starts `node <args>` and waits until a line of its output holds 'ready'. */
export async function startSubject({ name, args, env }: Program): Promise<MeasuredProcess> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const errors: string[] = []
  const startMs = await new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${name} was not ready in ${startLimitMs} ms`)), startLimitMs)
    child.once('exit', code => reject(new Error(`${name} ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout }).on('line', line => {
      if (isError(line)) errors.push(line)
      if (!/\bready\b/.test(line)) return
      clearTimeout(limit)
      resolve(performance.now() - begun)
    })
  })
  return {
    name,
    startMs,
    cpuSeconds() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    },
    residentMiB() {
      const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      return Number(line?.[1]) / 1024
    },
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended(child)
    },
  }
}

/** Runs the contender for as long as `use` takes. */
export async function withProcess<T>(contender: Program, use: (subject: MeasuredProcess) => Promise<T>): Promise<T> {
  const subject = await startSubject(contender)
  try {
    return await use(subject)
  } finally {
    await subject.stop()
  }
}
