import type { Guild, GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { type Case, type CaseEntry, caseByKey, recordCase } from '../cases/case-store.ts'
import { postModlog } from './modlog.ts'
import { modlogEmbed } from '../template.ts'

/** Posts a case to the moderation log, with pictures where people are known. Never throws. */
export function postCase(services: Services, guild: Guild, entry: Case): Promise<void> {
  const pictureOf = (id: string | null) =>
    id === null ? undefined : services.client.users.cache.get(id)?.displayAvatarURL({ extension: 'png', size: 128 })
  const pictures = { target: pictureOf(entry.targetId), moderator: pictureOf(entry.moderatorId) }
  return postModlog(services, guild, modlogEmbed(entry, pictures))
}

/**
 * Stores one case and posts it to the moderation log; the post is not waited for. A key that is known does neither.
 * @returns the case, also when it was there before
 */
export function logCase(services: Services, guild: Guild, entry: Omit<CaseEntry, 'guildId'>): Case {
  const known = entry.key === undefined ? undefined : caseByKey(services, guild.id, entry.key)
  if (known) return known
  const recorded = recordCase(services, { ...entry, guildId: guild.id })
  void postCase(services, guild, recorded)
  return recorded
}

/** Whoever gave a command, as a case attributes it. */
export const commandAttribution = ({ member }: { member: GuildMember }) => ({
  source: 'person' as const,
  moderator: { id: member.id, name: member.user.tag },
})
