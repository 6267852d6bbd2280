import { type Guild, type GuildMember, type PartialGuildMember, SnowflakeUtil, User } from 'discord.js'
import type { MemberFacts, ServerFacts } from './template.ts'

const picture = { extension: 'png', size: 256 } as const

/**
 * What a template may say about somebody as they are now; for somebody outside the server, what their account shows.
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
 * What a template may say about a server as it is now.
 * @param owner who owns it; if neither given nor cached, 'the owner'
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
