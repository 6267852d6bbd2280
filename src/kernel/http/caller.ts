import type { Guild, GuildMember, PermissionsString } from 'discord.js'
import type { FastifyRequest } from 'fastify'
import { isGuildNeed, type Need } from '#contract'
import type { Level } from '../access.ts'
import { UserError } from '#kit/errors.ts'
import type { Services, SessionUser } from '../feature.ts'
import { demandPermissions } from '../rights/permissions.ts'
import { insufficient } from '../rights/rights.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls and what they may do; set before the body is read. */
    caller: Caller | null
  }
}

export interface Caller {
  user: SessionUser | undefined
  /** The guild that the address names, the caller there and their level; only where the need is about a guild. */
  inGuild: { guild: Guild; member: GuildMember; level: Level } | undefined
}

/** What an address asks for, and the feature that asks. */
export interface Asked {
  need: Need
  feature: string
  /** Discord's permissions that it takes besides. */
  permissions?: readonly PermissionsString[]
}

export const signedOut = () => new UserError('access.signed_out', 'Please sign in first.', 401)

/** A form's page is read with 'view', unless the form is the owner's alone. */
export const readNeed = (need: Need): Need => (need === 'owner' || !isGuildNeed(need) ? need : 'view')

/**
 * Who calls, if they may.
 * @param asked one of these is enough
 * @throws UserError 401 signed out, 403 without the right, 503 while Discord does not show the guild
 */
export async function identify(
  services: Services,
  request: FastifyRequest,
  asked: readonly [Asked, ...Asked[]],
): Promise<Caller> {
  const { access, client } = services
  const user = request.session.user
  if (asked.some(({ need }) => need === 'anyone')) return { user, inGuild: undefined }
  if (!user) throw signedOut()
  if (asked.some(({ need }) => !isGuildNeed(need))) return { user, inGuild: undefined }

  const { guildId } = request.params as { guildId: string }
  const guild = client.guilds.cache.get(guildId)
  if (guild && !guild.available)
    throw new UserError('access.outage', 'Discord does not show this server right now. Try again in a minute.', 503)
  const member = guild ? await access.member(guild, user.id) : null
  const suspension = guild && member ? access.suspension(guild, member.id) : undefined
  if (suspension !== undefined) throw new UserError('access.suspended', suspension, 403)
  const may = member !== null && asked.some(({ need, feature }) => access.has(member, need, feature))
  // A guild without the bot and one without rights look the same from outside.
  if (!guild || !member || (!may && access.levelOf(guild, member) === 'none'))
    throw new UserError('access.forbidden', 'You may not manage this server, or the bot is not in it.', 403)
  if (!may) throw insufficient(services, asked[0].need, asked[0].feature)
  demandPermissions(member, asked[0].permissions)
  return { user, inGuild: { guild, member, level: access.levelOf(guild, member, asked[0].feature) } }
}
