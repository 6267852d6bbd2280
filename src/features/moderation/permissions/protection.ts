import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'

/**
 * Requires that somebody is not protected from moderation, or that the actor may act on them all the same.
 * @param actor who asked for it; null if a rule did
 * @throws UserError that says who may
 */
export function demandUnprotected(
  { access }: Pick<Services, 'access'>,
  guild: Guild,
  targetId: string,
  actor: GuildMember | null,
): void {
  const protection = access.protection(guild, targetId)
  if (!protection || (actor && (actor.id === targetId || protection.yieldsTo(actor)))) return
  throw new UserError(
    'moderation.protected',
    `<@${targetId}> is ${protection.as}: only ${protection.by} may do that to them.`,
    403,
  )
}
