import { type APIDMChannel, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { channelState } from './blank.ts'
import { DiscordError } from './errors.ts'
import { parseForm, snowflake } from './form.ts'
import { userOf } from './lookup.ts'
import type { ChannelState } from './state.ts'

const form = z.object({ recipient_id: snowflake })

/**
 * The direct message channel between two accounts, created if there is none. People's clients get CHANNEL_CREATE for a
 * new one; bots do not.
 * @throws DiscordError 10013 for a user who does not exist, 50007 for oneself and between bots
 */
export function openDirectMessages(sandbox: Sandbox, actorId: string, body: unknown): ChannelState {
  const { recipient_id: otherId } = parseForm(form, body)
  const other = userOf(sandbox.world, otherId)
  const isBot = (id: string) => sandbox.world.accounts.get(id)?.bot === true
  if (otherId === actorId || (isBot(actorId) && isBot(otherId)))
    throw new DiscordError(400, 50_007, 'Cannot send messages to this user')
  const known = directMessagesBetween(sandbox, actorId, otherId)
  if (known) return known
  const channel = {
    id: sandbox.nextId(),
    type: ChannelType.DM,
    last_message_id: null,
    last_pin_timestamp: null,
    flags: 0,
    recipients: [userOf(sandbox.world, actorId), other],
  }
  // Flags are a plain number on the wire, and direct messages have no name.
  const state = channelState(channel as unknown as APIDMChannel, undefined)
  sandbox.world.channels.set(channel.id, state)
  for (const userId of [actorId, otherId].filter(id => !isBot(id)))
    sandbox.emit({
      type: GatewayDispatchEvents.ChannelCreate,
      data: { ...shownDirectMessages(state, userId) },
      audience: { userIds: [userId], direct: true },
    })
  return state
}

export function directMessagesBetween(sandbox: Sandbox, oneId: string, otherId: string): ChannelState | undefined {
  return directMessagesOf(sandbox, oneId).find(({ channel }) => recipientsOf(channel).some(({ id }) => id === otherId))
}

/** All channels of direct messages that someone is in. */
export const directMessagesOf = (sandbox: Sandbox, userId: string): ChannelState[] =>
  [...sandbox.world.channels.values()].filter(
    ({ channel }) => channel.type === ChannelType.DM && recipientsOf(channel).some(({ id }) => id === userId),
  )

/** A direct message channel as one of the two people sees it: the recipient is the other one. */
export function shownDirectMessages({ channel }: ChannelState, viewerId: string) {
  return { ...channel, recipients: recipientsOf(channel).filter(({ id }) => id !== viewerId) }
}

const recipientsOf = (channel: ChannelState['channel']) => ('recipients' in channel ? (channel.recipients ?? []) : [])
