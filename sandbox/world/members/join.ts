import { type APIGuildMember, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { blankMember } from '../blank.ts'
import { DiscordError, unknown } from '../errors.ts'
import { guildCreatePayload } from '../guild/view.ts'
import { invitesPaused, liveInvite, spendInvite } from '../invites/store.ts'
import { requireTargeted } from '../invites/targets.ts'
import { guildOf, memberOf, memberStateOf, userOf } from '../lookup.ts'
import { emitToGuild, emitToUser } from '../emit.ts'
import type { GuildState } from '../state.ts'
import { timestamp } from '../time.ts'
import { markActive } from './activity.ts'
import { isScreened } from './screening.ts'
import { postJoinMessage } from './join-message.ts'
import { replaceMember } from './store.ts'

/** What a member who is added by an application gets at once. */
interface Given {
  roleIds: readonly string[]
  nick: string | null
  mute: boolean
  deaf: boolean
}

const nothing: Given = { roleIds: [], nick: null, mute: false, deaf: false }

/** Source: Discord's support pages; a person may be in 100 guilds. */
const maxGuilds = 100

/**
 * Lets a person join. Sends, in order: GUILD_MEMBER_ADD to the guild, GUILD_CREATE to the one who joined, the welcome
 * in the system channel, and INVITE_DELETE when the invite is used up. Someone who is already a member only gets the
 * invite's roles.
 * @param code the invite or vanity code that they used; undefined when they join without one
 * @param given by an application that adds them
 * @throws DiscordError 10006 for a dead invite, 40007 when banned, 30001 in too many guilds, 403 while invites are
 * paused
 */
export function joinGuild(
  sandbox: Sandbox,
  userId: string,
  guildId: string,
  code?: string,
  given = nothing,
): APIGuildMember {
  const state = guildOf(sandbox.world, guildId)
  const user = userOf(sandbox.world, userId)
  if (state.members.has(userId)) return grantByInvite(sandbox, state, userId, code)
  const vanity = code !== undefined && code === state.guild.vanity_url_code
  const invite = code === undefined || vanity ? undefined : liveInvite(sandbox, state, code)
  if (code !== undefined && !vanity && !invite) throw unknown.invite()
  if (code !== undefined && invitesPaused(sandbox, state))
    throw new DiscordError(403, 50_001, 'Invites are paused for this server.')
  if (state.bans.has(userId)) throw new DiscordError(403, 40_007, 'The user is banned from this guild.')
  requireTargeted(invite, userId)
  requireGuildLimit(sandbox, userId)

  const roleIds = [...(invite?.roleIds ?? []), ...given.roleIds].filter(id => state.roles.has(id))
  const passes = roleIds.length > 0 && sandbox.conditions.rolesPassScreening
  const { nick, mute, deaf } = given
  const pending = isScreened(state, user) && !passes
  const member = { ...blankMember(timestamp(sandbox), roleIds), nick, mute, deaf, pending }
  state.members.set(userId, member)
  markActive(sandbox, userId)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildMemberAdd, { ...member, user, guild_id: guildId })
  emitToUser(
    sandbox,
    userId,
    GatewayDispatchEvents.GuildCreate,
    guildCreatePayload(sandbox, guildId, { members: user.bot ? 'self-and-voice' : 'all', userId }),
  )
  postJoinMessage(sandbox, state, userId)
  if (vanity) state.vanityUses++
  if (invite) spendInvite(sandbox, state, invite)
  return memberOf(sandbox.world, guildId, userId)
}

/** Source: Discord's documentation, "Accept Invite": the roles are given to those who are in the guild, too. */
function grantByInvite(sandbox: Sandbox, state: GuildState, userId: string, code: string | undefined): APIGuildMember {
  const invite = code === undefined ? undefined : liveInvite(sandbox, state, code)
  const before = memberStateOf(state, userId)
  const given = (invite?.roleIds ?? []).filter(id => state.roles.has(id) && !before.roles.includes(id))
  if (invite && given.length > 0) {
    requireTargeted(invite, userId)
    replaceMember(sandbox, state, userId, before, { ...before, roles: [...before.roles, ...given] })
  }
  return memberOf(sandbox.world, state.guild.id, userId)
}

function requireGuildLimit(sandbox: Sandbox, userId: string): void {
  let count = 0
  for (const { members } of sandbox.world.guilds.values()) if (members.has(userId)) count++
  if (count >= maxGuilds) throw new DiscordError(400, 30_001, `Maximum number of guilds reached (${maxGuilds})`)
}
