import type { Guild } from 'discord.js'
import type { FastifyRequest } from 'fastify'
import type { Need } from '#contract'
import type { Level } from '../access.ts'
import { UserError } from '#kit/errors.ts'
import type { Services, SessionUser } from '../feature.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls and what they may do; set before the body is read. */
    caller: Caller | null
  }
}

export interface Caller {
  user: SessionUser | undefined
  /** The guild that the address names and the caller's level there; only where the need is about a guild. */
  inGuild: { guild: Guild; level: Level } | undefined
}

const isGuildNeed = (need: Need) => need === 'view' || need === 'manage' || need === 'owner'

/** A form's page is read with 'view', unless the form is the owner's alone. */
export const readNeed = (need: Need): Need => (need === 'owner' || !isGuildNeed(need) ? need : 'view')

/**
 * Who calls, if they may.
 * @throws UserError 401 signed out, 403 without the right, 503 while Discord does not show the guild
 */
export async function identify(services: Services, request: FastifyRequest, need: Need): Promise<Caller> {
  const user = request.session.user
  if (need === 'anyone') return { user, inGuild: undefined }
  if (!user) throw new UserError('access.signed_out', 'Please sign in first.', 401)
  if (!isGuildNeed(need)) return { user, inGuild: undefined }

  const { guildId } = request.params as { guildId: string }
  const guild = services.client.guilds.cache.get(guildId)
  if (guild && !guild.available)
    throw new UserError('access.outage', 'Discord does not show this server right now. Try again in a minute.', 503)
  const level = guild ? await services.access.level(guildId, user.id) : 'none'
  // A guild without the bot and one without rights look the same from outside.
  if (!guild || level === 'none')
    throw new UserError('access.forbidden', 'You may not manage this server, or the bot is not in it.', 403)
  if (!services.access.allows(level, need))
    throw new UserError('access.insufficient', `Only ${needed[need]} may do this.`, 403)
  return { user, inGuild: { guild, level } }
}

const needed: Partial<Record<Need, string>> = {
  manage: 'members with Manage Server',
  owner: "the server's owner",
}
