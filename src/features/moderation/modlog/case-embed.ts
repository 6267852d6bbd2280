import type { APIEmbed } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import type { Services } from '#kernel/feature.ts'
import { caseRows } from '../cases/case-search.ts'
import { type Case, warningsSince } from '../cases/case-store.ts'
import moderation from '../contract.ts'
import { caseEnding, modlogEmbed } from '../template.ts'

/** Returns a case as the moderation log shows it now, with avatars of cached users. */
export function caseEmbed(services: Services, guildId: string, entry: Case): APIEmbed {
  const pictureOf = (id: string | null) =>
    id === null ? undefined : services.client.users.cache.get(id)?.displayAvatarURL({ extension: 'png', size: 128 })
  const since = warningsSince(services.settings.read(guildId, moderation), services.now())
  const [row] = caseRows(services, guildId, [entry], since)
  const channel = services.client.channels.cache.get(entry.channelId ?? '')
  const isUnseen = channel !== undefined && !channel.isDMBased() && isHidden(channel)
  const url = new URL(`/manage/${guildId}/moderation?case=${entry.number}#cases`, services.config.http.publicUrl)
  return modlogEmbed(
    { ...entry, ...(isUnseen && { channelName: null }), guildId, url: url.href, ending: row && caseEnding(row) },
    { target: pictureOf(entry.targetId), moderator: pictureOf(entry.moderatorId) },
  )
}
