import type { SimpleShardingStrategy } from 'discord.js'

/** How long what the gateway sends holds the event loop at a time (ms), but for one frame. */
const turnMs = 10

/** What the gateway sent, as the library takes it. */
type Frame = [data: unknown, isBinary: boolean]

/** As much of a connection as can be told to wait: what Discord sends meanwhile stays in the network. */
interface Pausable {
  pause?(): void
  resume?(): void
}

/** Nearly all frames, of which the rest need not be looked through. */
const isMessage = /^\{(?:"op":0,)?"t":"MESSAGE_CREATE"/

/** What a sanction may follow from. Within what people write, quotes are escaped. */
const isUrgent = ([data]: Frame): boolean =>
  typeof data === 'string' && !isMessage.test(data) && data.includes('"GUILD_AUDIT_LOG_ENTRY_CREATE"')

/**
 * Takes in frames in their order, so that none is in the way of what follows from the one before. Of a busy gateway a
 * hundred are read at once and two thousand in one turn of the event loop, and the library handles all of them before
 * anything that they gave rise to goes on: the request that stops somebody would leave after the last of them. Everything
 * that follows from an entry of the audit log goes on before the next frame; and once frames have taken enough of a turn,
 * everything else has its own.
 */
export function inTurns(
  handle: (...frame: Frame) => unknown,
  connection: () => Pausable | null,
  now: () => number = () => performance.now(),
): typeof handle {
  const waiting: { frame: Frame; urgent: boolean }[] = []
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
  const isSpent = () => now() - turn() >= turnMs

  function goOn(): void {
    // Once nothing follows any more from the frames before.
    if (!isSpent()) return queueMicrotask(() => process.nextTick(work))
    isPaused = true
    connection()?.pause?.()
    setImmediate(work)
  }

  function work(): void {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      void handle(...next.frame)
      if (waiting.length > 0 && (next.urgent || isSpent())) return goOn()
    }
    isWorking = false
    if (isPaused) connection()?.resume?.()
    isPaused = false
  }

  return (...frame) => {
    const urgent = isUrgent(frame)
    if (!isWorking && !urgent && !isSpent()) return handle(...frame)
    waiting.push({ frame, urgent })
    if (isWorking) return undefined
    isWorking = true
    return goOn()
  }
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
