import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { freshMember } from '#kit/fresh-member.ts'
import { job, type Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import invites, { limits, type Rank } from './contract.ts'
import { inviteBoard, invitesOf } from './counts.ts'
import { shouldWarn } from './warning-limit.ts'

const payload = z.object({ guildId: z.string(), userId: z.string() })

/** Refusals by Discord that a retry would only repeat. */
const refusals = new Set<number | string>([
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.UnknownRole,
  RESTJSONErrorCodes.UnknownMember,
])
const isRefusal = (error: unknown) => error instanceof DiscordAPIError && refusals.has(error.code)

/**
 * The ranks that somebody with this many invites should have, and those they should not. Ranks add up: a higher one
 * does not replace a lower one.
 */
function ranksFor(ranks: readonly Rank[], effective: number): { due: string[]; undue: string[] } {
  const [due, undue] = [new Set<string>(), new Set<string>()]
  for (const { invites: needed, roleId } of ranks) (effective >= needed ? due : undue).add(roleId)
  return { due: [...due], undue: [...undue] }
}

/** Schedules a check of somebody's ranks, as soon as possible; repeated requests are merged into one. */
export function scheduleRanks({ scheduler, settings, now }: Services, guildId: string, userId: string): void {
  if (settings.read(guildId, invites).ranks.length === 0) return
  const key = `${guildId}/${userId}`
  scheduler.at(ranksJob, { at: now(), guildId, key, payload: { guildId, userId } })
}

/** The same for everybody who has invites, after the ranks were changed. */
export function scheduleAllRanks(services: Services, guildId: string): void {
  const pages = { limit: limits.ranked, offset: 0 }
  for (const { userId } of inviteBoard(services.db, guildId, pages).rows) scheduleRanks(services, guildId, userId)
}

async function takeRank(services: Services, member: GuildMember, roleId: string): Promise<void> {
  const { guild } = member
  const role = guild.roles.cache.get(roleId)
  if (!role || !member.roles.cache.has(roleId)) return
  try {
    if (role.editable) {
      await member.roles.remove(role, 'Not enough invites for this rank')
      return
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  if (!shouldWarn(services, `${guild.id} rank ${roleId}`)) return
  services.log.warn({ guildId: guild.id, roleId }, 'rank for invites could not be taken')
}

/** Gives somebody the ranks that their invites have earned, and takes those above. */
export const ranksJob = job({
  payload,
  promise: ({ userId }) => `bring the invite ranks of <@${userId}> up to date`,
  async run(services, { guildId, userId }) {
    const guild = services.client.guilds.cache.get(guildId)
    const { ranks, tracking } = services.settings.read(guildId, invites)
    if (!guild || !tracking) return
    if (!guild.available) throw new Error('the server is not available')
    const member = ranks.length === 0 ? undefined : await freshMember(guild, userId)
    if (!member) return
    const { due, undue } = ranksFor(ranks, invitesOf(services.db, guildId, userId).effective)
    for (const roleId of due.filter(id => !member.roles.cache.has(id) && guild.roles.cache.has(id)))
      await giveRole(services, invites, { member, roleId, why: 'Rank for invites' })
    for (const roleId of undue) await takeRank(services, member, roleId)
  },
})
