import { type APIOverwrite, ChannelType, GuildFeature } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm, missingPermissions, unknown } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { type ActingUser, guildPermissions, permissionsIn, subjectOf } from '../guard.ts'
import { channelOf, guildChannelOf, overwritesOf } from '../lookup.ts'
import { applyOverwrites, has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { childrenOf, listed } from './store.ts'

/** Source: Discord's errors 30013 and 30060, and its documentation, "Create Guild Channel". */
const maxChannels = 500
const maxChildren = 50
const maxOverwrites = 1000

/** @throws DiscordError 30013 when the guild is full */
export function requireSpace(sandbox: Sandbox, state: GuildState): void {
  if (listed(sandbox, state).length >= maxChannels) throw tooMany(30_013, 'server channels', maxChannels)
}

/** @throws DiscordError 50035 when it is no category of this guild, or full */
export function requireCategory(sandbox: Sandbox, state: GuildState, parentId: string): void {
  const refuse = (code: string, message: string) => invalidForm([{ path: 'parent_id', code, message }])
  const parent = sandbox.world.channels.get(parentId)
  if (parent?.guildId !== state.guild.id || parent.channel.type !== ChannelType.GuildCategory)
    throw refuse('CHANNEL_PARENT_INVALID', 'Category does not exist')
  if (childrenOf(sandbox, state, parentId).length >= maxChildren)
    throw refuse('CHANNEL_PARENT_MAX_CHANNELS', `Maximum number of channels in category reached (${maxChildren})`)
}

/** Announcements and stages exist in Community guilds alone. @throws DiscordError 50035 */
export function requireKind(state: GuildState, type: ChannelType): void {
  const communal = type === ChannelType.GuildAnnouncement || type === ChannelType.GuildStageVoice
  if (communal && !state.guild.features.includes(GuildFeature.Community))
    throw invalidForm([{ path: 'type', code: 'BASE_TYPE_CHOICES', message: 'This kind needs a Community server.' }])
}

/**
 * Overwrites may only allow or deny permissions that the actor has in the guild or the channel, unless an overwrite of
 * that channel lets the actor manage roles there. In a new channel, only an administrator can grant MANAGE_ROLES.
 * Source: Discord's documentation, "Create Guild Channel" and "Edit Channel Permissions".
 * @throws DiscordError 10011 or 10013 for an overwrite of an unknown role or user, 30060, 50013
 */
export function checkOverwrites(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  overwrites: readonly APIOverwrite[],
  channelId?: string,
): void {
  if (overwrites.length > maxOverwrites) throw tooMany(30_060, 'channel permission overwrites', maxOverwrites)
  // An existing overwrite may be for a deleted role.
  const there = new Set(
    channelId === undefined ? [] : overwritesOf(channelOf(sandbox.world, channelId).channel).map(one => one.id),
  )
  for (const { id, type } of overwrites) if (!there.has(id)) requireTarget(state, sandbox, id, type)
  const own = guildPermissions(sandbox, actor.userId, state.guild.id)
  if (has(own, permission.Administrator)) return
  const named = overwrites.reduce((sum, { allow, deny }) => sum | BigInt(allow) | BigInt(deny), 0n)
  if (channelId === undefined) {
    if (!has(own & ~permission.ManageRoles, named)) throw missingPermissions()
    return
  }
  const { channel } = guildChannelOf(sandbox.world, channelId)
  const granted = applyOverwrites(subjectOf(sandbox, state, actor.userId), 0n, overwritesOf(channel))
  if (has(granted, permission.ManageRoles)) return
  if (!has(own | permissionsIn(sandbox, actor.userId, channelId), named)) throw missingPermissions()
}

/** An overwrite is for a role of the guild or for a user. */
function requireTarget(state: GuildState, sandbox: Sandbox, id: string, type: number): void {
  const there = type === 0 ? state.roles.has(id) : sandbox.world.accounts.has(id)
  if (!there) throw type === 0 ? unknown.role() : unknown.user()
}

/** Whether the channel is the one for rules or the one for updates of a Community guild. */
export const isCommunityChannel = ({ guild }: GuildState, channelId: string): boolean =>
  [guild.rules_channel_id, guild.public_updates_channel_id].includes(channelId) &&
  guild.features.includes(GuildFeature.Community)

/** Community channels cannot be deleted. @throws DiscordError 50074 */
export function requireDispensable(state: GuildState, channelId: string): void {
  if (isCommunityChannel(state, channelId))
    throw new DiscordError(400, 50_074, 'Cannot delete a channel required for Community guilds')
}
