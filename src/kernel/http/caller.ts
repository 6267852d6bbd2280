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
    /** The caller and what they may do; set before the body is read. */
    caller: Caller | null
  }
}

export interface Caller {
  user: SessionUser | undefined
  /** The guild in the path, the caller as its member and their level; undefined when the need is not about a guild. */
  inGuild: { guild: Guild; member: GuildMember; level: Level } | undefined
}

/** What a route requires, and the feature that requires it. */
export interface Asked {
  need: Need
  feature: string
  /** Discord permissions that it requires in addition. */
  permissions?: readonly PermissionsString[]
}

export const signedOut = () => new UserError('access.signed_out', 'Please sign in first.', 401)

/** The need for reading a form: 'view', unless the form is only for the owner or is about no guild. */
export const readNeed = (need: Need): Need => (need === 'owner' || !isGuildNeed(need) ? need : 'view')

/**
 * Returns the caller, if they are allowed in.
 * @param asked alternatives, of which one is enough
 * @throws UserError 401 when signed out, 403 without the right, 503 while the guild is unavailable at Discord
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
  // A guild without the bot and one where the caller has no rights must look the same to strangers.
  if (!guild || !member || (!may && access.levelOf(guild, member) === 'none'))
    throw new UserError('access.forbidden', 'You may not manage this server, or the bot is not in it.', 403)
  if (!may) throw insufficient(services, asked[0].need, asked[0].feature)
  demandPermissions(member, asked[0].permissions)
  return { user, inGuild: { guild, member, level: access.levelOf(guild, member, asked[0].feature) } }
}
