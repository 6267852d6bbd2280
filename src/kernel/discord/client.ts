import { Client, GatewayIntentBits, Partials } from 'discord.js'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { smallCaches, sweepers } from './caches.ts'
import { delayAuditEntries } from './delay-audit-entries.ts'
import { type GatewayWatch, watchGateway } from './gateway-watch.ts'
import { type InitiatedRequests, judgeInitiated } from './initiator.ts'
import { keepHidden, reportHiddenAsMissingAccess } from './hidden-channels.ts'
import { type GuildEvent, intentsFor } from './intents.ts'
import { currentPatience, waitOf } from './lanes.ts'
import type { PacketName } from './packets.ts'
import { forgetRefusalsOnChange, pauseRefusedRoutes } from './refusals.ts'
import { type RequestQueue, usualPerSecond } from './request-queue.ts'
import { type RestWatch, watchRest } from './rest-watch.ts'
import { sendInLanes } from './send-in-lanes.ts'
import { spreadOverInstances } from './rest-instances.ts'

/** After how many refused requests to warn: Discord temporarily bans an address after 10,000 in 10 minutes. */
const refusedRequestsBeforeWarning = 500

/** Figures of each lane: the requests that wait, and those that left. */
export type LaneFigures = Pick<RequestQueue, 'waiting' | 'left'>

/**
 * Creates the discord.js client, with small caches and only the intents that features need; not connected yet.
 * @param requestsPerSecond how many requests Discord accepts in a second
 * @param tokenChecksAfterMs `checksAfterMs` of {@link watchRest}, if not the usual ones
 */
export function createClient(
  config: Config['discord'],
  heard: { events: Iterable<GuildEvent>; packets?: Iterable<PacketName> },
  log: Logger,
  requestsPerSecond: number = usualPerSecond,
  tokenChecksAfterMs?: readonly number[],
): { client: Client; gateway: GatewayWatch; rest: RestWatch; laneFigures: LaneFigures; initiated: InitiatedRequests } {
  const gateway = watchGateway(log)
  const client = new Client({
    ws: { buildStrategy: gateway.buildStrategy },
    intents: intentsFor(heard.events, heard.packets).map(name => GatewayIntentBits[name]),
    // With partials, events about uncached objects arrive: a member who leaves, an old message that is deleted.
    partials: [Partials.GuildMember, Partials.Message, Partials.Reaction, Partials.User],
    allowedMentions: { parse: [], repliedUser: false },
    failIfNotExists: false,
    ...(config.shards === 'auto'
      ? { shards: 'auto' as const }
      : { shards: Array.from({ length: config.shards }, (_, id) => id), shardCount: config.shards }),
    rest: {
      api: config.apiUrl,
      cdn: config.cdnUrl,
      version: '10',
      invalidRequestWarningInterval: refusedRequestsBeforeWarning,
      // The lanes count requests: a second count next to theirs would only delay some.
      globalRequestsPerSecond: Infinity,
      rejectOnRateLimit: limit => waitOf(limit) > currentPatience(),
    },
    makeCache: smallCaches(),
    sweepers,
  })
  spreadOverInstances(client)
  const rest = watchRest(client, log, tokenChecksAfterMs && { checksAfterMs: tokenChecksAfterMs })
  delayAuditEntries(client)
  keepHidden(client)
  reportHiddenAsMissingAccess(client)
  const serverOf = (channelId: string) => {
    const channel = client.channels.cache.get(channelId)
    return channel && !channel.isDMBased() ? channel.guildId : undefined
  }
  // Wrapped by the lanes: a request that waited there is judged when its turn comes.
  const initiated = judgeInitiated(client.rest)
  const laneFigures = sendInLanes(client.rest, serverOf, requestsPerSecond)
  forgetRefusalsOnChange(client, pauseRefusedRoutes(client.rest))
  client.on('error', err => log.error({ err }, 'client error'))
  client.on('warn', text => log.warn({ text }, 'client warning'))
  client.on('shardError', (err, shard) => log.debug({ err, shard }, 'gateway connection failed'))
  client.rest.on('invalidRequestWarning', ({ count, remainingTime }) =>
    log.warn({ count, remainingTime }, 'discord refuses many requests'),
  )
  client.rest.on('rateLimited', ({ method, route, timeToReset, global }) =>
    log.debug({ method, route, timeToReset, global }, 'rate limited'),
  )
  return { client, gateway, rest, laneFigures, initiated }
}
