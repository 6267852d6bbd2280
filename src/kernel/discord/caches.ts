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

/** Managers whose caches nobody reads; events about them still arrive. */
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

/**
 * The most cached people, by manager. Members keep their users in memory in any case; with fewer users, each message of
 * a busy bot would create its author again.
 */
const mostPeople = new Map<unknown, number>([
  [GuildMemberManager, 25],
  [UserManager, 10_000],
])

/**
 * Limits what the client caches: guilds, channels and roles, which events keep current, and the people seen last.
 * Nothing that has to last is only in a cache; an evicted member or user is fetched again.
 */
export function smallCaches(): CacheFactory {
  const everything = Options.cacheEverything()
  // It never holds anything, so all managers can share it: with one for every channel, a large bot would have 100,000
  // of them.
  const empty = new LimitedCollection<never, never>({ maxSize: 0 })
  return (type, holds, manager) => {
    if (forgotten.has(manager)) return empty
    const maxSize = mostPeople.get(manager)
    if (maxSize === undefined) return everything(type, holds, manager)
    return new LimitedCollection<never, never>({ maxSize, keepOverLimit: isSelf })
  }
}

/** Evicts members every hour, except those in a voice channel. */
export const sweepers = {
  ...Options.DefaultSweeperSettings,
  guildMembers: {
    interval: 3600,
    filter: () => (member: GuildMember) => !isSelf(member) && member.voice.channelId === null,
  },
}
