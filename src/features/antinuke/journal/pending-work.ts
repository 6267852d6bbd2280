import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { processState, type Services } from '#kernel/feature.ts'
import { afterRequests } from '#kit/after-requests.ts'

/** How long it may hold the event loop at a time (ms). */
const sliceMs = 4
/** Between two slices of what nobody waits for (ms): events and requests come first. */
const restMs = 16
/** The same while the process has much else to do. */
const busyRestMs = 96
/** Of the time between two slices: from here on, others wait for the event loop. */
const busyShare = 0.7
/** How long a shutdown is held up by what nobody waits for (ms): whoever stops the bot ends it after ten seconds or so. */
const mostIdleMs = 1000

/** @param share of the time since the last slice in which the event loop did something, 0 to 1 */
export const restAfter = (share: number): number => (share < busyShare ? restMs : busyRestMs)

type Work = () => void

interface Pending {
  /** By server; those whose turn is next come first. */
  lines: Map<string, Work[]>
  /** Servers in which something happens: theirs is not put off. */
  soon: Set<string>
  /** The server whose work is being done. */
  current: string | undefined
  /** Whether what nobody waits for may be done: not while the bot starts. */
  mayWork: boolean
  /** Calls off the next slice. */
  next: (() => void) | undefined
  timer: NodeJS.Timeout | undefined
  /** What the event loop had done at the end of the last slice. */
  loop: EventLoopUtilization
  /** Until the next slice (ms). */
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

/** Does one piece of a server's work. What it adds to the server's own work comes before the rest of it. */
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

/** What many servers have to write is one write. */
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
  // To the end of the turns.
  lines.set(guildId, line)
  if (wasSoon) soon.add(guildId)
}

/** Does what waits, a little at a time; servers take turns. */
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
 * Work of one part or many, each of which is short: done soon, after what waits there already, so that nothing old
 * overwrites what is newer, and after the request that stops an attack has left. Whoever reads has it done first.
 */
export function inSlices(services: Working, guildId: string, parts: readonly Work[]): void {
  const { current, soon } = pendingOf(services)
  add(services, guildId, parts)
  if (current !== guildId) soon.add(guildId)
  wake(services)
}

/** Work that nobody waits for: done when the bot has started, after everything else, or once something needs it. */
export function whenIdle(services: Working, guildId: string, work: Work): void {
  add(services, guildId, [work])
  wake(services)
}

/** From now on there is time for what nobody waits for. */
export function startIdleWork(services: Working): void {
  pendingOf(services).mayWork = true
  wake(services)
}

/** Resolves once what waits for a server now is done, a little at a time: nobody else waits for it. */
export const workedOff = (services: Working, guildId: string): Promise<void> =>
  new Promise(resolve => inSlices(services, guildId, [resolve]))

/** Whether a server's work is not done yet. */
export const isWaiting = (services: Working, guildId: string): boolean => pendingOf(services).lines.has(guildId)

/** Does what waits for a server now: whoever reads wants to know of it. Its own work may ask, and goes on. */
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
 * The same for all, at a shutdown: first where something happened. What nobody waits for, of servers that may be thousands,
 * is done for a while; the next start has the rest anew, as every server is sent whole then.
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
