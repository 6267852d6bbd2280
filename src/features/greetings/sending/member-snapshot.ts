import { type GuildMember, type PartialGuildMember, SnowflakeUtil } from 'discord.js'
import { z } from 'zod'
import type { MemberFacts } from '#kit/template.ts'
import { memberFacts } from '#kit/template-facts.ts'

/** The facts about a member that are stored until their greeting is sent, with the member count at that time. */
export const memberSnapshot = z.object({
  username: z.string(),
  displayName: z.string(),
  discriminator: z.string(),
  avatarURL: z.string(),
  joinedAt: z.number().nullable(),
  members: z.number(),
})
export type MemberSnapshot = z.output<typeof memberSnapshot>

/** Reads the member in an event; one who was not cached has at least their user. */
export function takeSnapshot(member: GuildMember | PartialGuildMember): MemberSnapshot {
  const { username, displayName, discriminator, avatarURL, joinedAt = null } = memberFacts(member)
  return { username, displayName, discriminator, avatarURL, joinedAt, members: member.guild.memberCount }
}

/** Template values of a stored member. */
export function factsFrom(id: string, kept: MemberSnapshot): MemberFacts {
  const { username, displayName, discriminator, avatarURL, joinedAt } = kept
  const createdAt = SnowflakeUtil.timestampFrom(id)
  return { id, username, displayName, discriminator, avatarURL, createdAt, joinedAt: joinedAt ?? undefined }
}
