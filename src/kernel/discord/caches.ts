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

/** What nobody looks up again; events about these arrive all the same. */
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

const mostPeople = new Map<unknown, number>([
  [GuildMemberManager, 25],
  [UserManager, 500],
])

/**
 * How much the client remembers: guilds, channels and roles, which Discord keeps fresh, and the people seen last.
 * What must not be lost lives in the database; a member or user that fell out is fetched again.
 */
export function smallCaches(): CacheFactory {
  const everything = Options.cacheEverything()
  // It never holds anything, so all may share it: with one in every channel, a large bot would have 100,000 of them.
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
