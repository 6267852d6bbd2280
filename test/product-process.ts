import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { bundle, isFresh } from '../bundle.ts'

/** The product as a separate process, as an operator runs it. It is ended with the test that starts it. */
export interface ProductProcess {
  pid: number
  /** Where its dashboard listens, once it is ready. @throws Error with all output when it ends before */
  ready(): Promise<URL>
  /** Its exit code, or undefined when a signal ended it. */
  ended(): Promise<number | undefined>
  kill(signal: NodeJS.Signals): void
  stdout(): string
  stderr(): string
}

/**
 * The program that `npm start` starts: the bundle when it is up to date, as it is in `npm test`, since it starts in a
 * third of the time that the sources take. Determined once, because that means checking every source file.
 */
export const main = isFresh() ? bundle : resolve(import.meta.dirname, '../src/main.ts')

/**
 * These processes spend most of their lives starting: with enough memory for it, no garbage is collected during the
 * start.
 */
const flags = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc']

export function spawnProduct(env: Record<string, string>): ProductProcess {
  const child: ChildProcess = spawn(process.execPath, [...flags, main], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | undefined>(done => child.once('close', code => done(code ?? undefined)))
  const { promise: ready, resolve: isReady, reject } = Promise.withResolvers<URL>()
  ready.catch(() => {})
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', line => {
      output += `${line}\n`
      const entry = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {}
      if (entry.msg === 'ready' && entry.url) isReady(new URL(entry.url))
    })
  void ended.then(code => reject(new Error(`the product ended with ${code}\n${output}${errors}`)))
  return {
    pid: child.pid ?? 0,
    ready: () => ready,
    ended: () => ended,
    kill: signal => void child.kill(signal),
    stdout: () => output,
    stderr: () => errors,
  }
}
