import { CloseCodes, GatewayCloseCodes, type IShardingStrategy, SimpleShardingStrategy } from 'discord.js'
import type { Logger } from '../log.ts'
import { prioritizeFramesOf } from './frame-priority.ts'

type ShardManager = ConstructorParameters<typeof SimpleShardingStrategy>[0]

/** How many connections in a row may end before the gateway's HELLO: the library retries twice a second, forever. */
const mostUngreeted = 10
/** How long the first READY may take (ms), however often HELLO arrived. */
const readyLimitMs = 120_000
/** After this time without a loss (ms), the next one is logged at once again. */
const calmMs = 60 * 60_000

interface Shard {
  /** Losses since the last calm hour. */
  losses: number
  lostAt: number
  isDown: boolean
  /** Why the library itself closed the connection. */
  ownReason: string | undefined
}

/** Watches the connections to the gateway. */
export interface GatewayWatch {
  /**
   * For `ClientOptions.ws`: builds the library's strategy and listens to its events, which the client does not pass on.
   */
  buildStrategy(manager: ShardManager): IShardingStrategy
  /** Resolves at the first READY; rejects with the cause when the gateway does not let the bot in. */
  firstReady: Promise<void>
}

/** Whether to log the loss with this number: the first, then each time the number has doubled. */
const isWorthALine = (times: number): boolean => (times & (times - 1)) === 0

/** A close code in words. Source: Discord's documentation, "Gateway Close Event Codes", and RFC 6455, section 7.4.1. */
function closeReason(code: number, ownReason: string | undefined): string {
  if (ownReason !== undefined) return ownReason
  const named = GatewayCloseCodes[code] ?? CloseCodes[code]
  if (named !== undefined) return named.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return code === 1006 ? 'cut off, or never answered' : 'no reason given'
}

/** Wraps a strategy: reports when connections are closed on purpose, and makes frames be handled in turns. */
function reportingDestroy(strategy: SimpleShardingStrategy, say: (leaving: boolean) => void): IShardingStrategy {
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
      prioritizeFramesOf(strategy)
    },
  }
}

/**
 * Keeps closed connections closed. When a connection is closed while it waits to reconnect, the library reconnects all
 * the same, twice a second forever, to whatever listens there by then. Before that it asks for its session: while
 * leaving, that request never resolves.
 */
function preventReconnects({ options }: ShardManager, isLeaving: () => boolean): void {
  const sessionOf = options.retrieveSessionInfo
  options.retrieveSessionInfo = shardId => (isLeaving() ? new Promise<never>(() => {}) : sessionOf(shardId))
}

/**
 * Logs lost connections with code and reason, and each reconnection, at a decreasing rate.
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
        back(shardId, 'gateway connected again')
      })
      preventReconnects(manager, () => leaving)
      return reportingDestroy(new SimpleShardingStrategy(manager), value => (leaving = value))
    },
  }
}
