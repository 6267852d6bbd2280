import { processState, type Services } from '#kernel/feature.ts'

/** How long it may hold the event loop at a time (ms). */
const sliceMs = 4

type Work = () => void

interface Pending {
  guilds: Map<string, Work[]>
  running: boolean
}

type Working = Pick<Services, 'memory' | 'log'>

const pendingOf = processState((): Pending => ({ guilds: new Map(), running: false }))

function attempt({ log }: Working, guildId: string, work: Work): void {
  try {
    work()
  } catch (err) {
    log.error({ err, guildId }, 'the journal could not record something')
  }
}

/** Does what waits, a little at a time; servers take turns. */
function pump(services: Working): void {
  const pending = pendingOf(services)
  const until = performance.now() + sliceMs
  for (const [guildId, line] of pending.guilds) {
    const work = line.shift()
    if (work) attempt(services, guildId, work)
    // To the end of the turns.
    pending.guilds.delete(guildId)
    if (line.length > 0) pending.guilds.set(guildId, line)
    if (performance.now() >= until) break
  }
  pending.running = pending.guilds.size > 0
  if (pending.running) setImmediate(pump, services)
}

/** Does work of a server at once, or after what waits there already, so that nothing old overwrites what is newer. */
export function inTurn(services: Working, guildId: string, work: Work): void {
  const line = pendingOf(services).guilds.get(guildId)
  if (line) line.push(work)
  else attempt(services, guildId, work)
}

/** Work of many parts, each of which is short. */
export function inSlices(services: Working, guildId: string, parts: readonly Work[]): void {
  const pending = pendingOf(services)
  const line = pending.guilds.get(guildId)
  if (line) line.push(...parts)
  else pending.guilds.set(guildId, [...parts])
  if (pending.running) return
  pending.running = true
  setImmediate(pump, services)
}

/** Does what waits for a server now: whoever reads wants to know of it. */
export function flush(services: Working, guildId: string): void {
  const { guilds } = pendingOf(services)
  const line = guilds.get(guildId)
  if (!line) return
  for (let work = line.shift(); work; work = line.shift()) attempt(services, guildId, work)
  guilds.delete(guildId)
}

/** The same for all, at a shutdown. */
export function flushAll(services: Working): void {
  for (const guildId of pendingOf(services).guilds.keys()) flush(services, guildId)
}
