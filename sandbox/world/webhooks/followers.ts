import { type APIMessage, ChannelType, MessageFlags, MessageType, WebhookType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { blankMessage, blankUser } from '../blank.ts'
import { DiscordError } from '../errors.ts'
import { parseForm, snowflake } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf, userOf } from '../lookup.ts'
import { announceUpdate, publish } from '../messages/store.ts'
import { publishSystemMessage } from '../messages/system.ts'
import { permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'
import { addWebhook, type StoredHook, requireWebhookLimits } from './registry.ts'

const followForm = z.object({ webhook_channel_id: snowflake })

/**
 * Lets a text channel follow an announcement channel, of any guild: a webhook without a token in the following channel,
 * and Discord's notice there. Needs sight of the one and MANAGE_WEBHOOKS in the other.
 * @throws DiscordError 10003, 50001, 50013, 50024, 30007, 30058
 */
export function followChannel(sandbox: Sandbox, actor: ActingUser, sourceId: string, body: unknown) {
  const source = guildChannelOf(sandbox.world, sourceId)
  const { guild } = requirePermission(sandbox, actor.userId, source.guildId, permission.ViewChannel, sourceId)
  const { webhook_channel_id: targetId } = parseForm(followForm, body)
  const target = guildChannelOf(sandbox.world, targetId)
  const state = requirePermission(sandbox, actor.userId, target.guildId, permission.ManageWebhooks, targetId)
  if (source.channel.type !== ChannelType.GuildAnnouncement || target.channel.type !== ChannelType.GuildText)
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  requireWebhookLimits(state, targetId)
  const name = `${guild.name} #${source.channel.name}`
  const user = userOf(sandbox.world, actor.userId)
  const hook: StoredHook = {
    id: sandbox.nextId(),
    type: WebhookType.ChannelFollower,
    guild_id: target.guildId,
    channel_id: targetId,
    name,
    avatar: guild.icon,
    application_id: null,
    user,
    source_guild: { id: guild.id, name: guild.name, icon: guild.icon },
    source_channel: { id: sourceId, name: source.channel.name ?? '' },
  }
  addWebhook(sandbox, actor, state, hook)
  publishSystemMessage(sandbox, {
    channelId: targetId,
    type: MessageType.ChannelFollowAdd,
    author: user,
    content: name,
    message_reference: { type: 0, channel_id: sourceId, guild_id: guild.id },
  })
  return { channel_id: sourceId, webhook_id: hook.id }
}

/** Posts a copy of a message in each following channel, under the webhook's name, with a reference to the original. */
export function publishCopies(sandbox: Sandbox, message: APIMessage, { channel, guildId }: ChannelState): void {
  const { content, embeds, attachments, components } = message
  for (const { webhooks } of sandbox.world.guilds.values())
    for (const hook of webhooks.values()) {
      if (hook.source_channel?.id !== channel.id || !hook.channel_id) continue
      const author = blankUser({ id: hook.id, username: hook.name ?? '', avatar: hook.avatar, bot: true })
      const copy = blankMessage({
        id: sandbox.nextId(),
        channel_id: hook.channel_id,
        author: { ...author, discriminator: '0000' },
        timestamp: timestamp(sandbox),
        webhook_id: hook.id,
        flags: MessageFlags.IsCrosspost,
        message_reference: {
          type: 0,
          channel_id: channel.id,
          message_id: message.id,
          ...(guildId !== undefined && { guild_id: guildId }),
        },
        content,
        embeds,
        attachments,
        ...(components && { components }),
      })
      publish(sandbox, copy)
    }
}

/** Updates the copies of a published message that was edited. */
export function reviseCopies(sandbox: Sandbox, message: APIMessage): void {
  const { content, embeds, attachments, edited_timestamp } = message
  for (const copy of copiesOf(sandbox, message)) {
    Object.assign(copy, { content, embeds, attachments, edited_timestamp })
    announceUpdate(sandbox, copy)
  }
}

/** When the message is deleted its copies stay and say so. Source: Discord's documentation, "Message Flags". */
export function orphanCopies(sandbox: Sandbox, message: APIMessage): void {
  for (const copy of copiesOf(sandbox, message)) {
    copy.flags = MessageFlags.IsCrosspost | MessageFlags.SourceMessageDeleted
    Object.assign(copy, { content: '[Original Message Deleted]', embeds: [], attachments: [] })
    announceUpdate(sandbox, copy)
  }
}

function copiesOf({ world }: Sandbox, { id, flags }: APIMessage): APIMessage[] {
  if (((flags ?? 0) & MessageFlags.Crossposted) === 0) return []
  const following = new Set(
    [...world.guilds.values()].flatMap(({ webhooks }) => [...webhooks.values()]).map(hook => hook.channel_id),
  )
  return [...following].flatMap(channelId =>
    [...(world.channels.get(channelId ?? '')?.messages.values() ?? [])].filter(
      one => one.message_reference?.message_id === id && ((one.flags ?? 0) & MessageFlags.IsCrosspost) !== 0,
    ),
  )
}
