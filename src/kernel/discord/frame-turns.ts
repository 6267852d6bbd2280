import type { SimpleShardingStrategy } from 'discord.js'

/** How long what the gateway sends holds the event loop at a time (ms), but for one frame. */
const turnMs = 10

/** The same while an entry of the audit log is among what waits (ms). */
const urgentTurnMs = 2 * turnMs

/** What the gateway sent, as the library takes it. */
type Frame = [data: unknown, isBinary: boolean]

/** As much of a connection as can be told to wait: what Discord sends meanwhile stays in the network. */
interface Pausable {
  pause?(): void
  resume?(): void
}

/** A frame that has not been taken in yet. */
interface Waiting {
  frame: Frame
  /** Whether an entry of the audit log may overtake it. */
  canWait: boolean
  isUrgent: boolean
  /** Whether what was written before may name somebody or something as it is no longer afterwards. */
  isChange: boolean
}

/**
 * What people write, and what becomes of it: nearly all frames. Who may do what does not follow from it, so it may wait
 * for what a sanction follows from.
 */
const isMessage = ([data]: Frame): boolean => typeof data === 'string' && /^\{(?:"op":0,)?"t":"MESSAGE_/.test(data)

/** What a sanction may follow from. Within what people write, quotes are escaped, and it is not looked through. */
const isUrgent = ([data]: Frame): boolean => typeof data === 'string' && data.includes('"GUILD_AUDIT_LOG_ENTRY_CREATE"')

/**
 * Messages carry their author and whom they mention as members, with roles, and the library believes them: after such a
 * frame an older message would give back a role that was taken, or make a member of somebody who has left. What is written
 * in a channel that is gone is not told at all.
 */
const isChange = ([data]: Frame): boolean =>
  typeof data === 'string' &&
  /^\{(?:"op":0,)?"t":"(?:GUILD_MEMBER_(?:UPDATE|REMOVE)|(?:CHANNEL|THREAD|GUILD)_DELETE)"/.test(data)

/** The server that a change is in, and whom or what it changes, both as frames have them: within what people write, quotes are escaped. */
function changeIn([data]: Frame): { server: string; id: string } {
  const { d } = JSON.parse(String(data)) as { d: { id?: string; guild_id?: string; user?: { id: string } } }
  const id = d.user?.id ?? d.id
  return { server: `"guild_id":"${d.guild_id ?? id}"`, id: `"${id}"` }
}

/**
 * Messages that name whom or what a frame behind them changes do not wait: they go before it, if an entry of the audit log
 * is behind both, and so do those before them in the same server.
 */
function holdChanged(waiting: readonly Waiting[]): void {
  const changed = new Map<string, Set<string>>()
  const held = new Set<string>()
  let isBeforeEntry = false
  for (const one of waiting.toReversed()) {
    isBeforeEntry ||= one.isUrgent
    if (!isBeforeEntry) continue
    if (one.isChange) {
      const { server, id } = changeIn(one.frame)
      changed.set(server, (changed.get(server) ?? new Set()).add(id))
    }
    if (!one.canWait) continue
    const text = String(one.frame[0])
    for (const [server, ids] of changed)
      if (text.includes(server) && (held.has(server) || text.match(/"\d+"/g)?.some(id => ids.has(id)))) {
        held.add(server)
        one.canWait = false
      }
  }
}

/**
 * Takes in frames so that none is in the way of what follows from an entry of the audit log. Of a busy gateway a hundred
 * are read at once and two thousand in one turn of the event loop, and the library handles all of them before anything
 * that they gave rise to goes on: the request that stops somebody would leave after the last of them. So an entry overtakes
 * the messages that were read with it, together with everything else before it, but for messages about what that changes;
 * and all that follows from it goes on before the next frame. Otherwise frames keep their order. Once they have taken enough of a turn, everything else has its own.
 */
export function inTurns(
  handle: (...frame: Frame) => unknown,
  connection: () => Pausable | null,
  now: () => number = () => performance.now(),
): typeof handle {
  const waiting: Waiting[] = []
  /** How many of those that wait are urgent. */
  let urgent = 0
  /** Whether an entry has come since it was looked which messages may not be overtaken. */
  let isNewEntry = false
  let isWorking = false
  let isPaused = false
  /** When this turn began to handle frames. */
  let began: number | undefined

  function turn(): number {
    if (began === undefined) {
      began = now()
      setImmediate(() => (began = undefined))
    }
    return began
  }
  // A sanction does not wait for the next turn, unless there are so many that everything else would.
  const isSpent = () => now() - turn() >= (urgent > 0 ? urgentTurnMs : turnMs)

  function goOn(): void {
    // Once nothing follows any more from the frames before.
    if (!isSpent()) return queueMicrotask(() => process.nextTick(work))
    isPaused = true
    connection()?.pause?.()
    setImmediate(work)
  }

  function next(): Waiting | undefined {
    if (urgent === 0) return waiting.shift()
    if (isNewEntry) holdChanged(waiting)
    isNewEntry = false
    const [one] = waiting.splice(
      waiting.findIndex(({ canWait }) => !canWait),
      1,
    )
    if (one?.isUrgent) urgent -= 1
    return one
  }

  function work(): void {
    for (let one = next(); one; one = next()) {
      void handle(...one.frame)
      if (waiting.length > 0 && (one.isUrgent || isSpent())) return goOn()
    }
    isWorking = false
    if (isPaused) connection()?.resume?.()
    isPaused = false
  }

  return (...frame) => {
    const canWait = isMessage(frame)
    const one = { frame, canWait, isUrgent: !canWait && isUrgent(frame), isChange: !canWait && isChange(frame) }
    waiting.push(one)
    if (one.isUrgent) {
      urgent += 1
      isNewEntry = true
    }
    if (isWorking) return
    isWorking = true
    // Once everything that was read with it is here.
    queueMicrotask(() => (isSpent() ? goOn() : work()))
  }
}

/** Nobody's frames, as a busy gateway sends them when somebody deletes a channel. */
const rehearsed = [
  '{"t":"MESSAGE_CREATE","s":1,"op":0,"d":{"guild_id":"0","channel_id":"1","author":{"id":"2"}}}',
  '{"t":"MESSAGE_CREATE","s":2,"op":0,"d":{"guild_id":"0","channel_id":"3","author":{"id":"2"}}}',
  '{"t":"MESSAGE_CREATE","s":3,"op":0,"d":{"guild_id":"4","channel_id":"5","author":{"id":"2"}}}',
  '{"t":"CHANNEL_DELETE","s":4,"op":0,"d":{"guild_id":"0","id":"3"}}',
  '{"t":"GUILD_AUDIT_LOG_ENTRY_CREATE","s":5,"op":0,"d":{"guild_id":"0"}}',
]

/**
 * Puts frames in order that nobody receives: the first attack among messages finds the code compiled.
 * @returns them in their order, once it is known
 */
export async function rehearseTurns(): Promise<readonly unknown[]> {
  const taken: unknown[] = []
  const take = inTurns(
    data => taken.push(data),
    () => null,
  )
  for (const data of rehearsed) void take(data, false)
  await new Promise(setImmediate)
  return taken
}

/** As much of the library's connections as is needed for it: they are its own. */
interface Shard {
  onMessage(...frame: Frame): unknown
  connection: Pausable | null
}

/** Has the connections of a strategy take in frames in turns. */
export function takeTurns(strategy: SimpleShardingStrategy): void {
  const { shards } = strategy as unknown as { shards: ReadonlyMap<number, Shard> }
  for (const shard of shards.values())
    if (!Object.hasOwn(shard, 'onMessage'))
      shard.onMessage = inTurns(shard.onMessage.bind(shard), () => shard.connection)
}
