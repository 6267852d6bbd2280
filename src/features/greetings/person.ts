import { type GuildMember, type PartialGuildMember, SnowflakeUtil } from 'discord.js'
import { z } from 'zod'
import type { Person } from './template.ts'

/** What is kept of somebody until their greeting is sent; also how many members there were at that moment. */
export const keptPerson = z.object({
  username: z.string(),
  displayName: z.string(),
  discriminator: z.string(),
  avatarURL: z.string(),
  joinedAt: z.number().nullable(),
  members: z.number(),
})
export type KeptPerson = z.output<typeof keptPerson>

const picture = { extension: 'png', size: 256 } as const

/** Reads what the event carried; a member who was not cached has at least their user. */
export function keep(member: GuildMember | PartialGuildMember): KeptPerson {
  const { user, guild } = member
  return {
    username: user.username,
    displayName: member.nickname ?? user.globalName ?? user.username,
    discriminator: user.discriminator,
    avatarURL: member.displayAvatarURL(picture),
    joinedAt: member.joinedTimestamp,
    members: guild.memberCount,
  }
}

export function asPerson(id: string, kept: KeptPerson): Person {
  const { username, displayName, discriminator, avatarURL, joinedAt } = kept
  const createdAt = SnowflakeUtil.timestampFrom(id)
  return { id, username, displayName, discriminator, avatarURL, createdAt, joinedAt: joinedAt ?? undefined }
}
