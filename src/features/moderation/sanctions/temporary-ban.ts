import { AuditLogEvent, DiscordAPIError, type Guild, PermissionFlagsBits as Bits, RESTJSONErrorCodes } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { currentBan } from '../acts/evidence.ts'
import { inTurn } from '../acts/leftovers.ts'
import { caseByNumber, endCase } from '../cases/case-store.ts'
import { logCase } from '../modlog/log-case.ts'
import { tellNotDone } from '../modlog/not-done.ts'
import { banTimer, type EndingBan } from './ban-timer.ts'
import { refusalSentence } from './refusal.ts'

interface Ban {
  of: 'ours' | 'others' | 'nobody' | 'unknown'
  /** Whoever imposed it, for those of others, as far as that is known. */
  by?: string | null
}

/** So far back entries of bans are read; Discord keeps them for 45 days. */
const mostPages = 10
const perPage = 100
/** Our own entry stands at the time of the case, as far as the clocks agree. */
const atOnceMs = 5 * 60_000

/**
 * Who imposed the ban that stands, by the newest entry about it.
 * @param since when ours was imposed, Unix ms
 * @returns 'unseen' when nobody has banned them for as long as the log remembers; undefined when it cannot be read
 */
async function lastBannedBy(guild: Guild, userId: string, since: number): Promise<Ban | 'unseen' | undefined> {
  if (!guild.members.me?.permissions.has(Bits.ViewAuditLog)) return undefined
  let before: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { entries } = await guild.fetchAuditLogs({
      type: AuditLogEvent.MemberBanAdd,
      limit: perPage,
      ...(before !== undefined && { before }),
    })
    const found = entries.find(({ targetId }) => targetId === userId)
    if (found) {
      const { executorId, createdTimestamp } = found
      const own =
        executorId === null ? Math.abs(createdTimestamp - since) < atOnceMs : executorId === guild.client.user.id
      return own ? { of: 'ours' } : { of: 'others', by: executorId }
    }
    const oldest = entries.last()
    if (!oldest || entries.size < perPage || oldest.createdTimestamp < since - atOnceMs) return 'unseen'
    before = oldest.id
  }
  return undefined
}

/**
 * Whose ban it is that stands now: ours names in its reason who ordered it, but a reason can get lost; then the audit log
 * says whether somebody renewed the ban while the bot was away.
 */
async function standingBan(guild: Guild, { userId, moderatorId }: EndingBan, since: number): Promise<Ban> {
  const ban = await currentBan(guild, userId)
  if (!ban) return { of: 'nobody' }
  if (ban.reason?.includes(moderatorId)) return { of: 'ours' }
  const seen = await lastBannedBy(guild, userId, since)
  if (seen !== undefined && seen !== 'unseen') return seen
  // Whoever bans without a reason leaves no trace but the entry: without one, it is the old ban.
  if (ban.reason === null) return { of: seen === 'unseen' ? 'ours' : 'unknown' }
  return { of: 'others' }
}

/** @returns whether there was a ban to lift */
async function lift(guild: Guild, userId: string, why: string): Promise<boolean> {
  try {
    await guild.bans.remove(userId, why)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownBan) return false
    throw error
  }
}

/** Lifts the ban if it stands and is ours, and records that, once; says so where it stays. */
async function end(services: Services, guild: Guild, ending: EndingBan, attempt: number): Promise<void> {
  const { userId, userName, caseNumber } = ending
  const ban = caseNumber === null ? undefined : caseByNumber(services, guild.id, caseNumber)
  const ended = caseNumber === null ? 'A temporary ban is over' : `The ban of case #${caseNumber} is over`
  const standing = await standingBan(guild, ending, ban?.createdAt ?? services.now())
  // A run that was killed after its unban is finished here.
  const lifted =
    standing.of === 'ours'
      ? await lift(guild, userId, ended)
      : standing.of === 'nobody' && attempt > 1 && ban?.active === true
  // A ban of others has a case of its own, or none: only the one whose time is over ends.
  if (ban) endCase(services, guild.id, ban.number)
  if (standing.of === 'others' || standing.of === 'unknown') {
    const whose =
      standing.of === 'unknown'
        ? 'the ban that stands has no reason, and I cannot see whose it is (View Audit Log would tell me)'
        : !standing.by
          ? 'somebody has banned them again since'
          : `<@${standing.by}> has banned them again since`
    services.log.warn({ guildId: guild.id, caseNumber, standing: standing.of }, 'a temporary ban was not lifted')
    tellNotDone(services, guild, `${ended}, but <@${userId}> stays banned: ${whose}. \`unban ${userId}\` lifts it.`)
  }
  if (!lifted || caseNumber === null) return
  const { user: me } = services.client
  logCase(services, guild, {
    kind: 'unban',
    source: 'timer',
    target: { id: userId, name: userName },
    moderator: { id: me.id, name: me.tag },
    reason: ended,
    key: `lift:${caseNumber}`,
  })
}

/** Lifts a ban whose time is over. Run twice it unbans once and records one case. */
export const liftBanJob = job({
  handle: banTimer,
  promise: ({ userId }) =>
    `lift the temporary ban of <@${userId}>, whose time is over. \`unban ${userId}\` lifts it once I have Ban Members`,
  lane: 'moderation',
  async run(services, ban, { attempt, guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    // The bot was removed from the server: there is nothing it could do.
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    try {
      // Not in the middle of a new ban, which would find the old one still standing and be lost with it.
      await inTurn(services, guild, ban.userId, () => end(services, guild, ban, attempt))
    } catch (error) {
      if (attempt === 1 && error instanceof DiscordAPIError && error.status < 500)
        tellNotDone(
          services,
          guild,
          `The temporary ban of <@${ban.userId}> is over, but I could not lift it. ${refusalSentence(error)} I will keep trying for half a day.`,
        )
      throw error
    }
  },
})
