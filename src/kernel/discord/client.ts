import { Client, GatewayIntentBits, type GuildMember, Options, Partials, type User } from 'discord.js'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { type GuildEvent, intentsFor } from './intents.ts'

/** Discord bans an address for a while after 10,000 refused requests in 10 minutes: warn long before. */
const refusedRequestsBeforeWarning = 500

const isSelf = (entry: GuildMember | User) => entry.id === entry.client.user.id

/**
 * The discord.js client. Its caches are small on purpose: what a feature must remember lives in the database,
 * and a member or user that fell out is fetched again. Guilds, channels and roles stay, Discord keeps them fresh.
 */
export function createClient(config: Config['discord'], events: Iterable<GuildEvent>, log: Logger): Client {
  const client = new Client({
    intents: intentsFor(events).map(name => GatewayIntentBits[name]),
    // Partials let events arrive about what is not cached: a member who leaves, an old message that is deleted.
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
    },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      DMMessageManager: 0,
      GuildMemberManager: { maxSize: 25, keepOverLimit: isSelf },
      UserManager: { maxSize: 500, keepOverLimit: isSelf },
      PresenceManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      ThreadMemberManager: 0,
      GuildBanManager: 0,
      GuildInviteManager: 0,
      GuildScheduledEventManager: 0,
      GuildStickerManager: 0,
      StageInstanceManager: 0,
      AutoModerationRuleManager: 0,
      ApplicationCommandManager: 0,
    }),
    sweepers: {
      ...Options.DefaultSweeperSettings,
      guildMembers: { interval: 3600, filter: () => member => !isSelf(member) && member.voice.channelId === null },
    },
  })
  client.on('error', err => log.error({ err }, 'client error'))
  client.on('warn', text => log.warn({ text }, 'client warning'))
  client.on('shardError', (err, shard) => log.warn({ err, shard }, 'gateway connection failed'))
  client.on('shardReconnecting', shard => log.info({ shard }, 'gateway reconnecting'))
  client.on('shardResume', (shard, replayed) => log.info({ shard, replayed }, 'gateway resumed'))
  client.rest.on('invalidRequestWarning', ({ count, remainingTime }) =>
    log.warn({ count, remainingTime }, 'discord refuses many requests'),
  )
  client.rest.on('rateLimited', ({ method, route, timeToReset, global }) =>
    log.debug({ method, route, timeToReset, global }, 'rate limited'),
  )
  return client
}
