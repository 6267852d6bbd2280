import { CloseCodes, GatewayCloseCodes, type IShardingStrategy, SimpleShardingStrategy } from 'discord.js'
import type { Logger } from '../log.ts'
import { takeTurns } from './frame-turns.ts'

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0]

/** Connections in a row that ended before the gateway greeted: the library tries twice a second, without end. */
const mostUngreeted = 10
/** How long the first READY may take (ms), however often the gateway greeted. */
const readyLimitMs = 120_000
/** After this without a loss, the next one is logged at once again. */
const calmMs = 60 * 60_000

interface Shard {
  /** Losses since the last calm hour. */
  losses: number
  lostAt: number
  isDown: boolean
  /** Why the library itself is closing the connection. */
  ownReason: string | undefined
}

/** What becomes of the connections to the gateway. */
export interface GatewayWatch {
  /** For `ClientOptions.ws`: the library's strategy, after a look at its events, which the client does not pass on. */
  buildStrategy(manager: ShardManager): IShardingStrategy
  /** Rejects with the cause when the gateway lets nobody in, before it ever did. */
  firstReady: Promise<void>
}

/** Logs this one of `times`: the first, then each time it has doubled. */
const isWorthALine = (times: number): boolean => (times & (times - 1)) === 0

/** A close code in words: Discord's documentation, "Gateway Close Event Codes", and RFC 6455, section 7.4.1. */
function closeReason(code: number, ownReason: string | undefined): string {
  if (ownReason !== undefined) return ownReason
  const named = GatewayCloseCodes[code] ?? CloseCodes[code]
  if (named !== undefined) return named.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return code === 1006 ? 'cut off, or never answered' : 'no reason given'
}

/** Tells what is closed on purpose from what is lost, and has frames taken in by turns. */
function leavingOnPurpose(strategy: SimpleShardingStrategy, say: (leaving: boolean) => void): IShardingStrategy {
  return {
    connect() {
      say(false)
      return strategy.connect()
    },
    destroy(options) {
      say(true)
      return strategy.destroy(options)
    },
    fetchStatus: () => strategy.fetchStatus(),
    send: (shardId, payload) => strategy.send(shardId, payload),
    async spawn(shardIds) {
      await strategy.spawn(shardIds)
      takeTurns(strategy)
    },
  }
}

/**
 * A connection that is ended while it waits to be made again is made again by the library, twice a second for good, and
 * would come to whoever listens there then. It asks for its session first: on leaving it waits for that for ever.
 */
function stayAway({ options }: ShardManager, isLeaving: () => boolean): void {
  const sessionOf = options.retrieveSessionInfo
  options.retrieveSessionInfo = shardId => (isLeaving() ? new Promise<never>(() => {}) : sessionOf(shardId))
}

/**
 * Logs losses with code and reason, and each way back, at a falling rate.
 * @param firstReadyMs how long the first READY may take
 */
export function watchGateway(log: Logger, firstReadyMs = readyLimitMs): GatewayWatch {
  const { promise: firstReady, resolve: isReady, reject: isUnanswered } = Promise.withResolvers<void>()
  firstReady.catch(() => {})
  const shards = new Map<number, Shard>()
  let hasBeenReady = false
  let ungreeted = 0
  let leaving = false

  const shardOf = (id: number): Shard => {
    const shard = shards.get(id) ?? { losses: 0, lostAt: 0, isDown: false, ownReason: undefined }
    shards.set(id, shard)
    return shard
  }

  function lost(id: number, code: number): void {
    const shard = shardOf(id)
    const reason = closeReason(code, shard.ownReason)
    shard.ownReason = undefined
    if (leaving) return
    ungreeted += 1
    if (!hasBeenReady && ungreeted >= mostUngreeted) isUnanswered(new Error(reason))
    const now = performance.now()
    if (!shard.isDown && now - shard.lostAt > calmMs) shard.losses = 0
    shard.losses += 1
    shard.lostAt = shard.isDown ? shard.lostAt : now
    shard.isDown = true
    if (isWorthALine(shard.losses))
      log.warn({ shard: id, code, reason, losses: shard.losses }, 'gateway connection lost, reconnecting')
  }

  function back(id: number, how: string): void {
    const shard = shardOf(id)
    if (shard.isDown && isWorthALine(shard.losses)) {
      const downMs = Math.round(performance.now() - shard.lostAt)
      log.info({ shard: id, downMs, losses: shard.losses }, how)
    }
    shard.isDown = false
  }

  return {
    firstReady,
    buildStrategy(manager) {
      manager.on('debug', ({ message, shardId }) => {
        // Only here does the library say why it closes a connection itself.
        const own = message.startsWith('Destroying shard') ? /^\s*Reason: (.+)$/m.exec(message)?.[1] : undefined
        if (own !== undefined) shardOf(shardId).ownReason = own === 'none' ? undefined : own.toLowerCase()
      })
      manager.on('closed', ({ code, shardId }) => lost(shardId, code))
      manager.on('hello', () => (ungreeted = 0))
      manager.on('resumed', ({ shardId }) => back(shardId, 'gateway resumed'))
      const limit = setTimeout(() => isUnanswered(new Error('it never let the bot in')), firstReadyMs).unref()
      manager.on('ready', ({ shardId }) => {
        clearTimeout(limit)
        hasBeenReady = true
        isReady()
        back(shardId, 'gateway connected anew')
      })
      stayAway(manager, () => leaving)
      return leavingOnPurpose(new SimpleShardingStrategy(manager), value => (leaving = value))
    },
  }
}
