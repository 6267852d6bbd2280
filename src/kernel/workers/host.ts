import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type WorkerAnswer, answerFor, type WorkerOrder, type WorkerPlace } from './message.ts'

/**
 * The program of a worker, which is a thread or a process: runs one order after the other. In the bundle the tasks are
 * next to it, in the sources below `src`.
 */
const addressOf = (module: string): string =>
  import.meta.url.endsWith('.ts')
    ? new URL(`../../${module}.task.ts`, import.meta.url).href
    : new URL(`${module}.js`, import.meta.url).href

/**
 * Lowers the worker's priority, so that the event loop goes first. Linux has a priority for each thread; elsewhere only
 * processes have one.
 */
const politeness = 10
if (parentPort === null || process.platform === 'linux') setPriority(0, politeness)

const send = (answer: WorkerAnswer) => (parentPort === null ? process.send?.(answer) : parentPort.postMessage(answer))

async function work({ module, input }: WorkerOrder): Promise<WorkerAnswer> {
  try {
    const { default: run } = (await import(addressOf(module))) as { default: (input: unknown) => unknown }
    return { kind: 'done', output: await run(input) }
  } catch (error) {
    return answerFor(error)
  }
}

async function obey(order: WorkerOrder): Promise<void> {
  const answer = await work(order)
  try {
    send(answer)
  } catch (error) {
    // The output may not be copyable.
    send(answerFor(error))
  }
}

/** This thread's folder in `/proc` on Linux; null elsewhere, and if there is none. */
function ownPlace(): string | null {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/thread-self') : null
  } catch {
    return null
  }
}

if (parentPort === null) {
  process.on('message', (order: WorkerOrder) => void obey(order))
  // The parent process has ended.
  process.on('disconnect', () => process.exit(0))
} else {
  parentPort.postMessage({ kind: 'place', place: ownPlace() } satisfies WorkerPlace)
  parentPort.on('message', (order: WorkerOrder) => void obey(order))
}
