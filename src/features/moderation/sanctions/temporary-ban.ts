import { type Guild, RESTJSONErrorCodes } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { caseByNumber, endCase } from '../cases/case-store.ts'
import { logCase } from '../modlog/log-case.ts'
import { inTurn } from '../acts/leftovers.ts'
import { banTimer, type EndingBan } from './ban-timer.ts'

const isUnknownBan = (error: unknown) => (error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownBan

/**
 * The ban in Discord now: ours, none, or a new one that somebody imposed while the bot was away, which is not ours to
 * lift. Our bans name who ordered them in their reason.
 */
async function currentBan(guild: Guild, userId: string, moderatorId: string): Promise<'ours' | 'none' | 'of others'> {
  try {
    const { reason } = await guild.bans.fetch({ user: userId, force: true, cache: false })
    return reason?.includes(moderatorId) ? 'ours' : 'of others'
  } catch (error) {
    if (isUnknownBan(error)) return 'none'
    throw error
  }
}

/** @returns whether there was a ban to lift */
async function lift(guild: Guild, userId: string, why: string): Promise<boolean> {
  try {
    await guild.bans.remove(userId, why)
    return true
  } catch (error) {
    if (isUnknownBan(error)) return false
    throw error
  }
}

/** Lifts the ban if it stands, and records that, once. */
async function end(
  services: Services,
  guild: Guild,
  { userId, userName, moderatorId, caseNumber }: EndingBan,
  attempt: number,
): Promise<void> {
  const ban = caseNumber === null ? undefined : caseByNumber(services, guild.id, caseNumber)
  const why = caseNumber === null ? 'A temporary ban is over' : `The ban of case #${caseNumber} is over`
  const found = await currentBan(guild, userId, moderatorId)
  // A run that was killed after its unban is finished here.
  const lifted =
    found === 'ours' ? await lift(guild, userId, why) : found === 'none' && attempt > 1 && ban?.active === true
  // A ban of others has a case of its own, or none: only the one whose time is over ends.
  if (ban) endCase(services, guild.id, ban.number)
  if (!lifted || caseNumber === null) return
  const { user: me } = services.client
  logCase(services, guild, {
    kind: 'unban',
    source: 'timer',
    target: { id: userId, name: userName },
    moderator: { id: me.id, name: me.tag },
    reason: why,
    key: `lift:${caseNumber}`,
  })
}

/** Lifts a ban whose time is over. Run twice it unbans once and records one case. */
export const liftBanJob = job({
  handle: banTimer,
  lane: 'moderation',
  async run(services, ban, { attempt, guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    // The bot was removed from the server: there is nothing it could do.
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    // Not in the middle of a new ban, which would find the old one still standing and be lost with it.
    await inTurn(services, guild, ban.userId, () => end(services, guild, ban, attempt))
  },
})
