import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { processState, type Services } from '#kernel/feature.ts'
import { afterRequests } from '#kit/after-requests.ts'

/** How long one slice of work may hold the event loop (ms). */
const sliceMs = 4
/** The pause between two slices of work that nobody waits for (ms): events and requests come first. */
const restMs = 16
/** The same pause while the process has much else to do (ms). */
const busyRestMs = 96
/** The share of the time between two slices from which on other work counts as waiting for the event loop. */
const busyShare = 0.7
/**
 * How long work that nobody waits for may delay a shutdown (ms): process managers end the bot after ten seconds or so.
 */
const mostIdleMs = 1000

/**
 * Returns the pause before the next slice (ms). @param share of the time since the last slice in which the event loop
 * was busy, 0 to 1
 */
export const restAfter = (share: number): number => (share < busyShare ? restMs : busyRestMs)

type Work = () => void

interface Pending {
  /** By server; the servers whose turn is next come first. */
  lines: Map<string, Work[]>
  /** Servers in which something happens: their work is not put off. */
  soon: Set<string>
  /** The server whose work is being done. */
  current: string | undefined
  /** Whether work that nobody waits for may be done: not while the bot starts. */
  mayWork: boolean
  /** Cancels the next slice. */
  next: (() => void) | undefined
  timer: NodeJS.Timeout | undefined
  /** The event loop's utilization at the end of the last slice. */
  loop: EventLoopUtilization
  /** The pause until the next slice (ms). */
  restMs: number
}

type Working = Pick<Services, 'db' | 'memory' | 'log'>

const pendingOf = processState(
  (): Pending => ({
    lines: new Map(),
    soon: new Set(),
    current: undefined,
    mayWork: false,
    next: undefined,
    timer: undefined,
    loop: performance.eventLoopUtilization(),
    restMs,
  }),
)

/**
 * Does one piece of a server's work. Work that it adds for the same server comes before the rest of that server's work.
 */
function attempt(services: Working, guildId: string, work: Work): void {
  const pending = pendingOf(services)
  const before = pending.current
  pending.current = guildId
  try {
    work()
  } catch (err) {
    services.log.error({ err, guildId }, 'the journal could not record something')
  } finally {
    pending.current = before
  }
}

/** Does work in one transaction, so that what many servers have to write is one write. */
function together(services: Working, work: Work): void {
  try {
    services.db.transaction(work)
  } catch (err) {
    services.log.error({ err }, 'the journal could not be written')
  }
}

function step(services: Working, { lines, soon }: Pending, guildId: string): void {
  const line = lines.get(guildId)
  const work = line?.shift()
  if (work) attempt(services, guildId, work)
  const wasSoon = soon.delete(guildId)
  lines.delete(guildId)
  if (!line || line.length === 0) return
  // The server's next turn comes after those of all others.
  lines.set(guildId, line)
  if (wasSoon) soon.add(guildId)
}

/** Does waiting work, a little at a time; servers take turns. */
function pump(services: Working, isBackground: boolean): void {
  const pending = pendingOf(services)
  const { lines, soon } = pending
  pending.restMs = restAfter(performance.eventLoopUtilization(pending.loop).utilization)
  const until = performance.now() + sliceMs
  together(services, () => {
    do {
      const guildId = soon.values().next().value ?? (isBackground ? lines.keys().next().value : undefined)
      if (guildId === undefined) break
      step(services, pending, guildId)
    } while (performance.now() < until)
  })
  pending.loop = performance.eventLoopUtilization()
  wake(services)
}

function wake(services: Working): void {
  const pending = pendingOf(services)
  if (pending.soon.size > 0)
    pending.next ??= afterRequests(() => {
      pending.next = undefined
      pump(services, false)
    })
  if (pending.lines.size > pending.soon.size && pending.mayWork)
    pending.timer ??= setTimeout(() => {
      pending.timer = undefined
      pump(services, true)
    }, pending.restMs).unref()
}

function add(services: Working, guildId: string, parts: readonly Work[]): void {
  const { lines, current } = pendingOf(services)
  const line = lines.get(guildId) ?? []
  lines.set(guildId, line)
  if (current === guildId) line.unshift(...parts)
  else line.push(...parts)
}

/**
 * Adds work in one or many parts, each of which is short. It is done soon, but after what already waits, so that
 * nothing old overwrites something newer, and after the request that stops an attack has left. Readers have it done
 * first.
 */
export function inSlices(services: Working, guildId: string, parts: readonly Work[]): void {
  const { current, soon } = pendingOf(services)
  add(services, guildId, parts)
  if (current !== guildId) soon.add(guildId)
  wake(services)
}

/**
 * Adds work that nobody waits for: it is done after everything else once the bot has started, or when something needs
 * it.
 */
export function whenIdle(services: Working, guildId: string, work: Work): void {
  add(services, guildId, [work])
  wake(services)
}

/** Begins with the work that nobody waits for. */
export function startIdleWork(services: Working): void {
  pendingOf(services).mayWork = true
  wake(services)
}

/**
 * Resolves once everything that now waits for a server is done, a little at a time, without holding up anybody else.
 */
export const untilWorkDone = (services: Working, guildId: string): Promise<void> =>
  new Promise(resolve => inSlices(services, guildId, [resolve]))

/** Whether a server has work that is not done yet. */
export const isWaiting = (services: Working, guildId: string): boolean => pendingOf(services).lines.has(guildId)

/**
 * Does all work that waits for a server at once, because a reader needs the result. The server's own work may call
 * this, and then simply goes on.
 */
export function flush(services: Working, guildId: string): void {
  const { lines, soon, current } = pendingOf(services)
  const line = lines.get(guildId)
  if (!line || current === guildId) return
  together(services, () => {
    for (let work = line.shift(); work; work = line.shift()) attempt(services, guildId, work)
  })
  lines.delete(guildId)
  soon.delete(guildId)
}

/**
 * Does the waiting work of all servers at shutdown, beginning with those in which something happened. Work that nobody
 * waits for, perhaps of thousands of servers, is done only for a while; every server is sent as a whole at the next
 * start, so the rest is done then.
 */
export function flushAll(services: Working, idleLimitMs = mostIdleMs): void {
  const pending = pendingOf(services)
  for (const guildId of pending.soon) flush(services, guildId)
  const until = performance.now() + idleLimitMs
  for (const guildId of pending.lines.keys()) {
    if (performance.now() >= until) break
    flush(services, guildId)
  }
  pending.next?.()
  clearTimeout(pending.timer)
}
