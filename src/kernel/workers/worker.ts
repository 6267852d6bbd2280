import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Worker as Thread } from 'node:worker_threads'
import type { WorkerAnswer, WorkerOrder, WorkerPlace } from './message.ts'

/** A thread or process that is kept and runs one order at a time. */
export interface Worker {
  /** Sends an order. `answered` receives the answers; `ended` is called once when the worker ends, with the cause. */
  begin(order: WorkerOrder): void
  /** Resident memory (MiB); 0 if it cannot be measured: for threads, and on systems other than Linux. */
  memoryMiB(): number
  /** Processor time so far (ms); undefined if it cannot be measured: on systems other than Linux. */
  processorMs(): number | undefined
  /** Kills it, whatever it is doing. */
  stop(): Promise<void>
}

interface Hearing {
  answered(answer: WorkerAnswer): void
  ended(how: string): void
}

const program = new URL(import.meta.url.endsWith('.ts') ? './host.ts' : './tasks/host.js', import.meta.url)
/** The environment of workers: without any of our variables, above all without the token. */
const env = { NODE_ENV: process.env['NODE_ENV'] }
const pageBytes = 4096
/** The kernel's clock ticks 100 times in a second on every system that Node runs on. Source: proc_pid_stat(5). */
const tickMs = 10

/** Reads a file in `/proc` about a process or thread; '' if there is none. */
function measured(what: string, file: 'stat' | 'statm'): string {
  if (process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${what}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processor time of a process or thread (ms). */
function processorMsOf(what: string): number | undefined {
  // After the name, which may contain anything: the state, ten numbers, then user time and system time.
  const [, user, system] = /\) \S(?: \S+){10} (\d+) (\d+) /.exec(measured(what, 'stat')) ?? []
  return user === undefined ? undefined : (Number(user) + Number(system)) * tickMs
}

export function startThread({ answered, ended }: Hearing): Worker {
  const thread = new Thread(program, { env: { ...env }, execArgv: [] })
  let failure: Error | undefined
  let place: string | null | undefined
  thread.on('message', (message: WorkerAnswer | WorkerPlace) => {
    if (message.kind === 'place') ({ place } = message)
    else answered(message)
  })
  thread.on('error', error => (failure = error))
  thread.once('exit', code => ended(failure?.message ?? `ended with ${code}`))
  // An idle worker must not keep the process alive.
  thread.unref()
  return {
    begin: order => thread.postMessage(order),
    memoryMiB: () => 0,
    processorMs() {
      // A thread that has not sent its place has not begun, either.
      if (place === undefined) return 0
      return place === null ? undefined : processorMsOf(place)
    },
    stop: async () => void (await thread.terminate()),
  }
}

/** Starts a worker process. @param heapMiB the limit of its JavaScript heap, at which V8 aborts the process */
export function startProcess({ answered, ended }: Hearing, heapMiB: number): Worker {
  const child = fork(program, {
    serialization: 'advanced',
    env: { ...env, PATH: process.env['PATH'] },
    execArgv: [`--max-old-space-size=${heapMiB}`],
    // V8's output when the heap is full is useless.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = Promise.withResolvers<void>()
  let over = false
  const end = (how: string) => {
    if (over) return
    over = true
    gone.resolve()
    ended(how)
  }
  // The other side is our own program, which sends this type.
  child.on('message', answer => answered(answer as WorkerAnswer))
  child.once('error', error => end(error.message))
  child.once('exit', (code, signal) => end(signal ?? `ended with ${code}`))
  child.unref()
  child.channel?.unref()
  return {
    begin: order => void child.send(order),
    memoryMiB() {
      const [, resident = 0] = (over ? '' : measured(String(child.pid), 'statm')).split(' ')
      return (Number(resident) * pageBytes) / 1024 ** 2
    },
    processorMs: () => (over ? undefined : processorMsOf(String(child.pid))),
    async stop() {
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}
