import type { SimpleShardingStrategy } from 'discord.js'

/** How long gateway frames may hold the event loop at a time (ms); a single frame may take longer. */
const turnMs = 10

/** The same while an audit log entry is waiting (ms). */
const urgentTurnMs = 2 * turnMs

/** A frame from the gateway, as the arguments of the library's handler. */
type Frame = [data: unknown, isBinary: boolean]

/** The part of a connection that can be paused: what Discord sends in the meantime stays in the network. */
interface Pausable {
  pause?(): void
  resume?(): void
}

/** A frame that has not been handled yet. */
interface Waiting {
  frame: Frame
  /** Whether an audit log entry may overtake it. */
  canWait: boolean
  isUrgent: boolean
  /** Whether it changes something that earlier messages may contain in its old state. */
  isChange: boolean
}

/**
 * Whether a frame is about a message, as nearly all frames are. Nobody's rights depend on those, so they may wait for
 * frames that a sanction depends on.
 */
const isMessage = ([data]: Frame): boolean => typeof data === 'string' && /^\{(?:"op":0,)?"t":"MESSAGE_/.test(data)

/**
 * Whether a sanction may depend on a frame. Users' text cannot match, because its quotes are escaped, and frames about
 * messages are not searched.
 */
const isUrgent = ([data]: Frame): boolean => typeof data === 'string' && data.includes('"GUILD_AUDIT_LOG_ENTRY_CREATE"')

/**
 * Whether a frame changes members or deletes channels or servers. Messages contain their author and the people they
 * mention as members, with roles, and the library trusts that: handled after such a frame, an older message would
 * restore a role that was removed, or a member who has left. A message in a deleted channel would cause no event at
 * all.
 */
const isChange = ([data]: Frame): boolean =>
  typeof data === 'string' &&
  /^\{(?:"op":0,)?"t":"(?:GUILD_MEMBER_(?:UPDATE|REMOVE)|(?:CHANNEL|THREAD|GUILD)_DELETE)"/.test(data)

/**
 * The server of a change, and the id of what it changes, both as they occur in frames: in users' text, quotes are
 * escaped.
 */
function changeIn([data]: Frame): { server: string; id: string } {
  const { d } = JSON.parse(String(data)) as { d: { id?: string; guild_id?: string; user?: { id: string } } }
  const id = d.user?.id ?? d.id
  return { server: `"guild_id":"${d.guild_id ?? id}"`, id: `"${id}"` }
}

/**
 * Messages that contain what a later frame changes may not be overtaken by it: when an audit log entry follows both,
 * they go before it, and so do earlier messages in the same server.
 */
function keepMessagesBeforeChanges(waiting: readonly Waiting[]): void {
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
 * Wraps the library's handler of frames so that none delays the response to an audit log entry. From a busy gateway, a
 * hundred frames are read at once and two thousand in one turn of the event loop, and the library handles all of them
 * before any work that they caused continues: the request that stops somebody would leave after the last one. So an
 * entry overtakes the messages that were read with it, except those about something that the frames before it change,
 * and the other frames before it overtake them, too. Everything that the entry causes then runs before the next frame.
 * Otherwise frames keep their order. When frames have used up their time in a turn of the event loop, other work gets
 * its turn.
 */
export function prioritizeFrames(
  handle: (...frame: Frame) => unknown,
  connection: () => Pausable | null,
  now: () => number = () => performance.now(),
): typeof handle {
  const waiting: Waiting[] = []
  /** How many of the waiting frames are urgent. */
  let urgent = 0
  /** Whether an entry has arrived since `keepMessagesBeforeChanges` ran. */
  let isNewEntry = false
  let isWorking = false
  let isPaused = false
  /** When this turn of the event loop began to handle frames. */
  let began: number | undefined

  function turn(): number {
    if (began === undefined) {
      began = now()
      setImmediate(() => (began = undefined))
    }
    return began
  }
  // A sanction does not wait for the next turn, unless there are so many that everything else would have to.
  const isSpent = () => now() - turn() >= (urgent > 0 ? urgentTurnMs : turnMs)

  function goOn(): void {
    // Continue after everything that the previous frames caused has run.
    if (!isSpent()) return queueMicrotask(() => process.nextTick(work))
    isPaused = true
    connection()?.pause?.()
    setImmediate(work)
  }

  function next(): Waiting | undefined {
    if (urgent === 0) return waiting.shift()
    if (isNewEntry) keepMessagesBeforeChanges(waiting)
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
    // Start after all frames that were read together have arrived.
    queueMicrotask(() => (isSpent() ? goOn() : work()))
  }
}

/** Made-up frames like those of a busy gateway when somebody deletes a channel. */
const rehearsed = [
  '{"t":"MESSAGE_CREATE","s":1,"op":0,"d":{"guild_id":"0","channel_id":"1","author":{"id":"2"}}}',
  '{"t":"MESSAGE_CREATE","s":2,"op":0,"d":{"guild_id":"0","channel_id":"3","author":{"id":"2"}}}',
  '{"t":"MESSAGE_CREATE","s":3,"op":0,"d":{"guild_id":"4","channel_id":"5","author":{"id":"2"}}}',
  '{"t":"CHANNEL_DELETE","s":4,"op":0,"d":{"guild_id":"0","id":"3"}}',
  '{"t":"GUILD_AUDIT_LOG_ENTRY_CREATE","s":5,"op":0,"d":{"guild_id":"0"}}',
]

/**
 * Orders made-up frames that nobody receives, so that the code is compiled before the first attack.
 * @returns the frames in the order in which they were handled
 */
export async function rehearseFrames(): Promise<readonly unknown[]> {
  const taken: unknown[] = []
  const take = prioritizeFrames(
    data => taken.push(data),
    () => null,
  )
  for (const data of rehearsed) void take(data, false)
  while (taken.length < rehearsed.length) await new Promise(setImmediate)
  return taken
}

/** The internals of the library's connections that are needed here. */
interface Shard {
  onMessage(...frame: Frame): unknown
  connection: Pausable | null
}

/** Makes the connections of a strategy handle frames in turns. */
export function prioritizeFramesOf(strategy: SimpleShardingStrategy): void {
  const { shards } = strategy as unknown as { shards: ReadonlyMap<number, Shard> }
  for (const shard of shards.values())
    if (!Object.hasOwn(shard, 'onMessage'))
      shard.onMessage = prioritizeFrames(shard.onMessage.bind(shard), () => shard.connection)
}
