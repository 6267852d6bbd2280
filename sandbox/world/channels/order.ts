import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, unknown } from '../errors.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { type Actor, requirePermission } from '../guard.ts'
import { guildChannelOf, overwritesOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
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
 * Moves channels: a CHANNEL_UPDATE for each that changes, nothing in the audit log.
 * @throws DiscordError 50013, 10003, 40009 when more than one changes its category
 */
export function orderChannels(sandbox: Sandbox, actor: Actor, guildId: string, body: unknown): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageChannels)
  const wishes = parseForm(orderForm, body)
  const places = wishes.map(wish => ({ wish, place: guildChannelOf(sandbox.world, wish.id) }))
  if (places.some(({ place }) => place.guildId !== guildId)) throw unknown.channel()
  const movers = places.filter(({ wish, place }) => changesParent(wish, place))
  if (movers.length > 1) throw new DiscordError(400, 40_009, 'Only one channel may change its category at a time.')
  for (const { wish } of movers) if (wish.parent_id) requireCategory(sandbox, state, wish.parent_id)
  for (const { wish, place } of places) move(sandbox, place, wish)
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
