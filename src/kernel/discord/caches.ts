import {
  ApplicationCommandManager,
  AutoModerationRuleManager,
  type CacheFactory,
  DMMessageManager,
  GuildBanManager,
  GuildInviteManager,
  type GuildMember,
  GuildMemberManager,
  GuildMessageManager,
  GuildScheduledEventManager,
  GuildStickerManager,
  LimitedCollection,
  Options,
  PresenceManager,
  ReactionManager,
  ReactionUserManager,
  StageInstanceManager,
  ThreadMemberManager,
  type User,
  UserManager,
} from 'discord.js'

const isSelf = (entry: GuildMember | User) => entry.id === entry.client.user.id

/** Caches that nobody reads; events about these still arrive. */
const forgotten = new Set<unknown>([
  ApplicationCommandManager,
  AutoModerationRuleManager,
  DMMessageManager,
  GuildBanManager,
  GuildInviteManager,
  GuildMessageManager,
  GuildScheduledEventManager,
  GuildStickerManager,
  PresenceManager,
  ReactionManager,
  ReactionUserManager,
  StageInstanceManager,
  ThreadMemberManager,
])

/** Members hold their users in any case. With fewer of those, each message of a busy bot made its author anew. */
const mostPeople = new Map<unknown, number>([
  [GuildMemberManager, 25],
  [UserManager, 10_000],
])

/**
 * How much the client remembers: guilds, channels and roles, which Discord keeps fresh, and the people seen last.
 * What must not be lost is in the database; an evicted member or user is fetched again.
 */
export function smallCaches(): CacheFactory {
  const everything = Options.cacheEverything()
  // It never holds anything, so everything can share it: with one in every channel, a large bot would have 100,000 of them.
  const empty = new LimitedCollection<never, never>({ maxSize: 0 })
  return (type, holds, manager) => {
    if (forgotten.has(manager)) return empty
    const maxSize = mostPeople.get(manager)
    if (maxSize === undefined) return everything(type, holds, manager)
    return new LimitedCollection<never, never>({ maxSize, keepOverLimit: isSelf })
  }
}

/** Members are forgotten after an hour, but for those in a voice channel. */
export const sweepers = {
  ...Options.DefaultSweeperSettings,
  guildMembers: {
    interval: 3600,
    filter: () => (member: GuildMember) => !isSelf(member) && member.voice.channelId === null,
  },
}
