import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** One measured process. */
export interface Subject {
  name: string
  /** From spawn to 'ready' on its output (ms). */
  startMs: number
  /** CPU seconds used so far, user and system (Linux). */
  cpuSeconds(): number
  /** Resident memory now (MiB, Linux). */
  residentMiB(): number
  stop(): Promise<void>
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

/** Starts `node <args>` and waits until a line of its output holds 'ready'. */
export async function startSubject(name: string, args: string[], env: Record<string, string>): Promise<Subject> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const startMs = await new Promise<number>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${name} was not ready in ${startLimitMs} ms`)), startLimitMs)
    child.once('exit', code => reject(new Error(`${name} ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout }).on('line', line => {
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
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}
