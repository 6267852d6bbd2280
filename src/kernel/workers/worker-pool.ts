import { UserError } from '#kit/errors.ts'
import { type WorkerAnswer, outputOf } from './message.ts'
import { createQueue } from './queue.ts'
import type { Task } from './task.ts'
import { startProcess, startThread, type Worker } from './worker.ts'

/** A run of a task that waits for its turn or is in progress. */
interface Run {
  task: Task<never, unknown>
  input: unknown
  settle: PromiseWithResolvers<unknown>
  signal: AbortSignal | undefined
}

const nobodyWaits = () => new UserError('workers.left', 'This was stopped: nobody is waiting for it any more.', 499)

interface Slot {
  worker: Worker
  run?: (answer: WorkerAnswer | { kind: 'ended'; how: string }) => void
  idle?: NodeJS.Timeout
}

/** How long an idle worker is kept (ms). */
const usualIdleMs = 60_000
const lookMs = 50
/** How many times its deadline a run may take on a busy machine. */
const patience = 12

/**
 * Returns a check whether a run has taken too long. If it had a processor for less than half of the deadline, the
 * machine was busy: then the run may continue until it has had that much.
 */
function deadlineOf({ deadlineMs }: Task<never, unknown>, worker: Worker): () => boolean {
  const begunAt = performance.now()
  const before = worker.processorMs() ?? 0
  return () => {
    const elapsedMs = performance.now() - begunAt
    if (elapsedMs < deadlineMs) return false
    const had = worker.processorMs()
    return had === undefined || had - before >= deadlineMs / 2 || elapsedMs >= deadlineMs * patience
  }
}

/** Creates a pool of up to `size` workers of one kind, with a queue. */
export function createPool(place: Task<never, unknown>['place'], size: number, idleMs = usualIdleMs) {
  const queue = createQueue<Run>()
  const slots = new Set<Slot>()
  let closed = false

  function addSlot(heapMiB: number): Slot {
    const hearing = {
      answered: (answer: WorkerAnswer) => slot.run?.(answer),
      ended: (how: string) => {
        clearTimeout(slot.idle)
        slots.delete(slot)
        slot.run?.({ kind: 'ended', how })
      },
    }
    const slot: Slot = { worker: place === 'thread' ? startThread(hearing) : startProcess(hearing, heapMiB) }
    slots.add(slot)
    return slot
  }

  function removeSlot(slot: Slot): Promise<void> {
    clearTimeout(slot.idle)
    slots.delete(slot)
    return slot.worker.stop()
  }

  /** Passes a run to a worker and waits for the outcome. */
  async function carryOut({ task, input, signal }: Run, slot: Slot): Promise<unknown> {
    clearTimeout(slot.idle)
    const { promise, resolve } = Promise.withResolvers<
      Parameters<NonNullable<Slot['run']>>[0] | { kind: 'too much' } | { kind: 'left' }
    >()
    const leave = () => resolve({ kind: 'left' })
    signal?.addEventListener('abort', leave, { once: true })
    slot.run = resolve
    const isOver = deadlineOf(task, slot.worker)
    let wasOver = false
    const watch = setInterval(() => {
      // If this process itself was delayed, the answer may have arrived already; it is read before the next check.
      const over = isOver()
      if ((over && wasOver) || slot.worker.memoryMiB() > task.memoryMiB) resolve({ kind: 'too much' })
      wasOver = over
    }, lookMs)
    try {
      slot.worker.begin({ module: task.module, input })
      const answer = await promise
      if (answer.kind === 'left') throw nobodyWaits()
      if (answer.kind === 'ended' && closed) throw new Error('the product is shutting down')
      // V8 aborts a process whose heap is full with SIGABRT.
      if (answer.kind === 'too much' || (answer.kind === 'ended' && answer.how === 'SIGABRT'))
        throw new UserError('workers.too_much', task.tooMuch, 422)
      if (answer.kind === 'ended') throw new Error(`a worker ended during ${task.module}: ${answer.how}`)
      return outputOf(answer)
    } finally {
      signal?.removeEventListener('abort', leave)
      clearInterval(watch)
    }
  }

  async function employ(owner: string, run: Run, slot: Slot): Promise<void> {
    try {
      const output = await carryOut(run, slot)
      release(slot, run.task.memoryMiB)
      run.settle.resolve(output)
    } catch (error) {
      // Its state is unknown, so the worker is replaced.
      void removeSlot(slot)
      run.settle.reject(error)
    } finally {
      queue.done(owner)
      next()
    }
  }

  function release(slot: Slot, memoryMiB: number): void {
    delete slot.run
    if (slot.worker.memoryMiB() > memoryMiB / 2) void removeSlot(slot)
    else slot.idle = setTimeout(() => void removeSlot(slot), idleMs).unref()
  }

  function next(): void {
    for (;;) {
      const free = [...slots].find(slot => !slot.run)
      if (closed || (!free && slots.size >= size)) return
      const turn = queue.take()
      if (!turn) return
      void employ(turn.owner, turn.item, free ?? addSlot(turn.item.task.memoryMiB))
    }
  }

  return {
    run(owner: string, task: Task<never, unknown>, input: unknown, signal?: AbortSignal): Promise<unknown> {
      if (closed) return Promise.reject(new Error('the product is shutting down'))
      if (signal?.aborted) return Promise.reject(nobodyWaits())
      if (queue.waiting(owner) >= task.mostWaiting)
        return Promise.reject(
          new UserError('workers.busy', 'Too much of this is in progress in this server. Try again in a moment.', 429),
        )
      const settle = Promise.withResolvers<unknown>()
      const run = { task, input, settle, signal }
      queue.add(owner, run)
      next()
      signal?.addEventListener('abort', () => queue.drop(owner, run) && settle.reject(nobodyWaits()), { once: true })
      return settle.promise
    },
    async close(): Promise<void> {
      closed = true
      for (const { settle } of queue.clear()) settle.reject(new Error('the product is shutting down'))
      await Promise.all([...slots].map(({ worker }) => worker.stop()))
    },
  }
}
