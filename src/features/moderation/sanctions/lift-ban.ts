import { DiscordAPIError, type Guild, RESTJSONErrorCodes } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { auditReason } from '../audit-log/reason.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { type NamedPerson, tidyReason } from '../cases/case-store.ts'
import { earlierCase } from '../cases/earlier-case.ts'
import { demandPermission } from '../permissions/demand-permission.ts'
import type { OrderedBy } from './by-moderator.ts'
import type { Surface } from './surface.ts'

export const notBanned = () => new UserError('moderation.not-banned', 'That user is not banned here.', 404)

async function removeBan(guild: Guild, userId: string, why: string): Promise<void> {
  try {
    await guild.bans.remove(userId, why)
  } catch (error) {
    throw error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownBan ? notBanned() : error
  }
}

/**
 * Lifts a ban, records it and stops the timer of a temporary one.
 * @returns a sentence about the result, and the reason as stored in the case
 * @throws UserError that says why it was not done
 */
export async function liftBan(
  services: Services,
  guild: Guild,
  by: OrderedBy,
  { target, reason: given }: { target: NamedPerson; reason: string | null },
  surface: Surface,
): Promise<{ told: string; reason: string | null }> {
  await demandPermission(guild, 'BanMembers')
  const reason = tidyReason(given)
  const act = { ...by, kind: 'unban' as const, target, reason, auditReason: auditReason(reason, by.moderator) }
  const number = await inSubjectQueue(services, guild, target.id, async () => {
    const earlier = earlierCase(services, guild.id, by)
    if (earlier) return earlier.number
    const { recorded } = await carryOut(services, guild, act, why => removeBan(guild, target.id, why))
    return recorded?.number
  })
  return { told: `${surface.name(target.name)} is no longer banned. ${caseSentence(number)}`, reason }
}
