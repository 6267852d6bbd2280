import type { APIGuildMember } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { requireAbove, requirePermission } from '../guard.ts'
import { roleOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import { joinGuild } from './join.ts'

const addForm = z.object({
  access_token: z.string().max(10_240),
  nick: text(32).nullish(),
  roles: optional(z.array(snowflake).max(250)),
  mute: optional(z.boolean()),
  deaf: optional(z.boolean()),
})

/** The application, user and scopes of an access token. */
interface Authorization {
  clientId: string
  userId: string
  scopes: readonly string[]
}

/**
 * Adds a user to a guild for an application that they authorized with the scope guilds.join. Its bot needs
 * CREATE_INSTANT_INVITE, and permission for everything that it gives them. Roles let them past membership screening, by
 * condition.
 * @param authorized the token's authorization; undefined when the token is invalid
 * @returns undefined for somebody who is a member already
 * @throws DiscordError 10011, 40007 for a banned user, 50001, 50013, 50025 for a token of another user, another
 * application or without the scope, 50028 for a role that cannot be given, 50035
 */
export function addMember(
  sandbox: Sandbox,
  bot: { userId: string; applicationId: string },
  guildId: string,
  userId: string,
  body: unknown,
  authorized: (token: string) => Authorization | undefined,
): APIGuildMember | undefined {
  const { access_token, nick, roles = [], mute = false, deaf = false } = parseForm(addForm, body)
  const wanted =
    permission.CreateInstantInvite |
    (nick ? permission.ManageNicknames : 0n) |
    (roles.length > 0 ? permission.ManageRoles : 0n) |
    (mute ? permission.MuteMembers : 0n) |
    (deaf ? permission.DeafenMembers : 0n)
  const state = requirePermission(sandbox, bot.userId, guildId, wanted)
  const grant = authorized(access_token)
  const fits = grant?.userId === userId && grant.clientId === bot.applicationId && grant.scopes.includes('guilds.join')
  if (!fits) throw new DiscordError(403, 50_025, 'Invalid OAuth2 access token')
  for (const id of roles) {
    const role = roleOf(state, id)
    if (role.managed || id === guildId) throw new DiscordError(400, 50_028, 'Invalid Role')
    requireAbove(state, bot.userId, role)
  }
  if (state.members.has(userId)) return undefined
  return joinGuild(sandbox, userId, guildId, undefined, { roleIds: roles, nick: nick || null, mute, deaf })
}
