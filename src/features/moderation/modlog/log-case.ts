import type { APIEmbed, Guild } from 'discord.js'
import type { CommandContext, Services } from '#kernel/feature.ts'
import { type Case, type CaseEntry, caseByNumber, recordCase, warningEnd } from '../cases/case-store.ts'
import { caseByKey } from '../cases/earlier-case.ts'
import moderation from '../contract.ts'
import { casePosts } from '../table.ts'
import { caseEmbed } from './case-embed.ts'
import { type Post, postModlog } from './modlog.ts'
import { schedulePosts } from './post-timer.ts'

/** Stores where a case was posted, so that the post can be updated, and schedules an update for when the case ends. */
function rememberPost(services: Services, guildId: string, number: number, sent: APIEmbed, post: Post): void {
  const { db, settings, now } = services
  db.transaction(() => {
    db.insert(casePosts)
      .values({ guildId, number, ...post })
      .onConflictDoUpdate({ target: [casePosts.guildId, casePosts.number], set: post })
      .run()
    const found = caseByNumber(services, guildId, number)
    if (!found) return
    // It may have been changed while the post was being sent.
    const changed = JSON.stringify(caseEmbed(services, guildId, found)) !== JSON.stringify(sent)
    if (changed) schedulePosts(services, guildId, [number], now())
    const end =
      found.kind === 'warn' ? warningEnd(settings.read(guildId, moderation), found.createdAt) : found.expiresAt
    if (end !== null && end > now()) schedulePosts(services, guildId, [number], end, 'end')
  })
}

/** Posts a case to the moderation log, in its state at the time of posting. Never throws. */
export function postCase(services: Services, guild: Guild, entry: Case): Promise<void> {
  return postModlog(services, guild, {
    embed: () => caseEmbed(services, guild.id, caseByNumber(services, guild.id, entry.number) ?? entry),
    posted(sent, post) {
      try {
        rememberPost(services, guild.id, entry.number, sent, post)
      } catch (err) {
        services.log.warn({ err, guildId: guild.id }, 'where a case was posted could not be stored')
      }
    },
  })
}

/**
 * Stores one case and posts it to the moderation log, without waiting for the post. A known key does neither.
 * @returns the case, also if it existed before
 */
export function logCase(services: Services, guild: Guild, entry: Omit<CaseEntry, 'guildId'>): Case {
  const known = entry.key === undefined ? undefined : caseByKey(services, guild.id, entry.key)
  if (known) return known
  const recorded = recordCase(services, { ...entry, guildId: guild.id })
  void postCase(services, guild, recorded)
  return recorded
}

/** Returns who gave a command, and where, as stored with a case. */
export const commandAttribution = ({
  member,
  channel,
  source,
  callId,
}: Pick<CommandContext, 'member' | 'channel' | 'source' | 'callId'>) => ({
  source: 'person' as const,
  moderator: { id: member.id, name: member.user.tag },
  origin: source === 'prefix' ? `${channel.id}/${callId}` : channel.id,
})
