import { type Guild, type GuildMember, type PartialGuildMember, SnowflakeUtil, User } from 'discord.js'
import type { MemberFacts, ServerFacts } from './template.ts'

const picture = { extension: 'png', size: 256 } as const

/**
 * The facts about somebody that a template may use, as of now; for somebody outside the server, those of their account.
 */
export function memberFacts(somebody: GuildMember | PartialGuildMember | User): MemberFacts {
  const user = somebody instanceof User ? somebody : somebody.user
  return {
    id: user.id,
    username: user.username,
    displayName: somebody.displayName,
    discriminator: user.discriminator,
    avatarURL: somebody.displayAvatarURL(picture),
    createdAt: SnowflakeUtil.timestampFrom(user.id),
    joinedAt: somebody instanceof User ? undefined : (somebody.joinedTimestamp ?? undefined),
  }
}

/**
 * The facts about a server that a template may use, as of now.
 * @param owner the owner; if neither given nor cached, 'the owner'
 */
export function serverFacts(guild: Guild, owner = guild.client.users.cache.get(guild.ownerId)): ServerFacts {
  return {
    id: guild.id,
    name: guild.name,
    iconURL: guild.iconURL(picture) ?? '',
    members: guild.memberCount,
    owner: owner?.displayName ?? 'the owner',
    boosts: guild.premiumSubscriptionCount ?? 0,
    boostTier: guild.premiumTier,
  }
}
