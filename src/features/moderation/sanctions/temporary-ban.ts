import { AuditLogEvent, type Guild, PermissionFlagsBits as Bits, RESTJSONErrorCodes } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'
import { job, type Services } from '#kernel/feature.ts'
import { currentBan } from '../acts/evidence.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { caseByNumber, endCase } from '../cases/case-store.ts'
import { logCase } from '../modlog/log-case.ts'
import { postNotDone } from '../modlog/post-not-done.ts'
import { banTimer, type EndingBan } from './ban-timer.ts'
import { refusalSentence } from './refusal.ts'

/** Whose ban is in force. */
interface Ban {
  of: 'ours' | 'others' | 'nobody' | 'unknown'
  /** Who imposed it, if it is somebody else's ban and that is known. */
  by?: string | null
}

/** How many pages of ban entries are read; Discord keeps them for 45 days. */
const mostPages = 10
const perPage = 100
/** How far the time of our entry may be from that of the case, since clocks differ (ms). */
const atOnceMs = 5 * 60_000

/**
 * Finds out who imposed the present ban, from the newest entry about it.
 * @param since when ours was imposed (Unix ms)
 * @returns 'unseen' if the log has no ban of them since then; undefined if it cannot be read, or not far enough back
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
 * Returns whose ban is in force now. The reason of ours names who ordered it, but a reason can be lost; then the audit
 * log shows whether somebody renewed the ban while the bot was away.
 */
async function standingBan(guild: Guild, { userId, moderatorId }: EndingBan, since: number): Promise<Ban> {
  const ban = await currentBan(guild, userId)
  if (!ban) return { of: 'nobody' }
  if (ban.reason?.includes(moderatorId)) return { of: 'ours' }
  const seen = await lastBannedBy(guild, userId, since)
  if (seen !== undefined && seen !== 'unseen') return seen
  // A ban without a reason leaves no trace except its entry: without an entry, it is the old ban.
  if (ban.reason === null) return { of: seen === 'unseen' ? 'ours' : 'unknown' }
  return { of: 'others' }
}

/** Lifts a ban. @returns false if there was none */
async function lift(guild: Guild, userId: string, why: string): Promise<boolean> {
  try {
    await guild.bans.remove(userId, why)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownBan) return false
    throw error
  }
}

/** Lifts the ban if it is in force and ours, and records that, once; posts a notice if it stays. */
async function end(services: Services, guild: Guild, ending: EndingBan, attempt: number): Promise<void> {
  const { userId, userName, caseNumber } = ending
  const ban = caseNumber === null ? undefined : caseByNumber(services, guild.id, caseNumber)
  const ended = caseNumber === null ? 'A temporary ban is over' : `The ban of case #${caseNumber} is over`
  const standing = await standingBan(guild, ending, ban?.createdAt ?? services.now())
  // Finishes a run that was killed after its unban.
  const lifted =
    standing.of === 'ours'
      ? await lift(guild, userId, ended)
      : standing.of === 'nobody' && attempt > 1 && ban?.active === true
  // Somebody else's ban has a case of its own, or none: only the one that has expired ends.
  if (ban) endCase(services, guild.id, ban.number)
  if (standing.of === 'others' || standing.of === 'unknown') {
    const whose =
      standing.of === 'unknown'
        ? 'the present ban has no reason, and I cannot see who imposed it (I would need View Audit Log for that)'
        : !standing.by
          ? 'somebody has banned them again since'
          : `<@${standing.by}> has banned them again since`
    services.log.warn({ guildId: guild.id, caseNumber, standing: standing.of }, 'a temporary ban was not lifted')
    postNotDone(services, guild, `${ended}, but <@${userId}> stays banned: ${whose}. \`unban ${userId}\` lifts it.`)
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

/** Lifts an expired ban. Running it twice unbans once and records one case. */
export const liftBanJob = job({
  handle: banTimer,
  promise: ({ userId }) =>
    `lift the temporary ban of <@${userId}>, whose time is over. \`unban ${userId}\` lifts it once I have Ban Members`,
  lane: 'moderation',
  async run(services, ban, { attempt, guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    // The bot was removed from the server: there is nothing it can do.
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    try {
      // Waits in the queue: during a new ban it would find the old one still in force, and lift the new one with it.
      await inSubjectQueue(services, guild, ban.userId, () => end(services, guild, ban, attempt))
    } catch (error) {
      if (attempt === 1 && isRefusal(error))
        postNotDone(
          services,
          guild,
          `The temporary ban of <@${ban.userId}> is over, but I could not lift it. ${refusalSentence(error)} I will keep trying for half a day.`,
        )
      throw error
    }
  },
})
