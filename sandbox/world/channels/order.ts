import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingAccess, missingPermissions, unknown } from '../errors.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { type ActingUser, guildPermissions, permissionsIn, requireMember } from '../guard.ts'
import { guildChannelOf, overwritesOf, parentIdOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { requireCategory } from './checks.ts'
import { announceChannel } from './store.ts'

const orderForm = z.array(
  z.object({
    id: snowflake,
    position: optional(whole(0, 2 ** 31 - 1)),
    parent_id: snowflake.nullish(),
    lock_permissions: optional(z.boolean()),
  }),
)

type Wish = z.output<typeof orderForm>[number]

/**
 * Moves channels, including hidden ones, with a CHANNEL_UPDATE for each that changes and no audit entry. Equal
 * positions are kept and ordered by id.
 * @throws DiscordError 50013, 50001 for a category that the actor does not manage, 10003, 40009 when more than one
 * changes its category, 50035
 */
export function orderChannels(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): void {
  const state = requireMember(sandbox, actor.userId, guildId)
  const wishes = parseForm(orderForm, body)
  const places = wishes.map(wish => ({ wish, place: guildChannelOf(sandbox.world, wish.id) }))
  if (places.some(({ place }) => place.guildId !== guildId)) throw unknown.channel()
  for (const { wish, place } of places) requireMove(sandbox, actor.userId, guildId, wish, place)
  const movers = places.filter(({ wish, place }) => changesParent(wish, place))
  if (movers.length > 1) throw new DiscordError(400, 40_009, 'Only one channel may change its category at a time.')
  for (const { wish } of movers) if (wish.parent_id) requireCategory(sandbox, state, wish.parent_id)
  for (const { wish, place } of places) move(sandbox, place, wish)
}

/**
 * A new place needs MANAGE_CHANNELS in the server or the category; a new category needs it in the channel and there,
 * and to take its overwrites MANAGE_ROLES. Source: Discord's documentation, "Modify Guild Channel Positions".
 */
function requireMove(sandbox: Sandbox, userId: string, guildId: string, wish: Wish, place: ChannelState): void {
  const manages = (channelId: string | null | undefined, wanted: bigint) =>
    has(channelId ? permissionsIn(sandbox, userId, channelId) : guildPermissions(sandbox, userId, guildId), wanted)
  const { ManageChannels, ManageRoles, ViewChannel } = permission
  if (changesParent(wish, place)) {
    const both = [place.channel.id, wish.parent_id]
    if (!both.every(id => manages(id, ManageChannels | ViewChannel))) throw missingAccess()
    if (wish.lock_permissions && !manages(place.channel.id, ManageRoles)) throw missingPermissions()
  } else if (!manages(undefined, ManageChannels) && !manages(parentIdOf(place.channel), ManageChannels)) {
    throw missingPermissions()
  }
}

const changesParent = ({ parent_id }: Wish, { channel }: ChannelState) =>
  parent_id !== undefined && 'parent_id' in channel && (channel.parent_id ?? null) !== parent_id

function move(sandbox: Sandbox, place: ChannelState, wish: Wish): void {
  const parent = wish.parent_id ? sandbox.world.channels.get(wish.parent_id) : undefined
  const after = {
    ...place.channel,
    ...(wish.position !== undefined && { position: wish.position }),
    ...(wish.parent_id !== undefined && { parent_id: wish.parent_id }),
    ...(wish.lock_permissions && parent && { permission_overwrites: [...overwritesOf(parent.channel)] }),
  } as ChannelState['channel']
  if (JSON.stringify(after) === JSON.stringify(place.channel)) return
  place.channel = after
  announceChannel(sandbox, place)
}
