import { type APIMessage, type APIUser, ChannelType, ComponentType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm, unknown } from '../errors.ts'
import { optional, parseForm, snowflake, text, url } from '../form.ts'
import { channelOf, parentIdOf } from '../lookup.ts'
import type { SandboxUpload } from '../messages/attachments.ts'
import { type ComponentNode, walk } from '../messages/component-tree.ts'
import { channelFlags, compose } from '../messages/compose.ts'
import { applyEdit } from '../messages/edit.ts'
import { bodyForm, editForm } from '../messages/form.ts'
import { pingUsers } from '../messages/mentions.ts'
import { erase } from '../messages/remove.ts'
import { announceUpdate, listeners, messageOf, publish } from '../messages/store.ts'
import { wakeThread } from '../threads/auto-archive.ts'
import { openPost } from '../threads/open.ts'
import { type StoredHook, webhookName } from './registry.ts'

const form = bodyForm.extend({
  username: optional(webhookName),
  avatar_url: optional(url()),
  thread_name: optional(text(100)),
  applied_tags: optional(z.array(snowflake).max(5)),
})

interface Execution {
  threadId?: string | undefined
  /** `with_components=true`: static components, for webhooks that no application owns. */
  withComponents: boolean
}

/**
 * Posts through a webhook. Its token needs no permission; a forum needs a thread or the name of a new one.
 * @throws DiscordError 10003 for a thread elsewhere, 50006, 50035, 220001 or 220003 for a forum
 */
export function executeWebhook(
  sandbox: Sandbox,
  hook: StoredHook,
  body: unknown,
  files: readonly SandboxUpload[],
  { threadId, withComponents }: Execution,
): APIMessage {
  const draft = parseForm(form, body)
  const isOwned = hook.application_id !== null
  const components = isOwned || withComponents ? draft.components : undefined
  if (!isOwned) refuseInteractive(components)
  const channelId = targetChannel(sandbox, hook, threadId, draft.thread_name, draft.applied_tags)
  const message = compose(
    sandbox,
    {
      channelId,
      author: persona(hook, draft.username, draft.avatar_url),
      sender: { guildId: hook.guild_id, mayPingEveryone: true },
      defaultPings: pingUsers,
      settableFlags: channelFlags,
    },
    { ...draft, components },
    files,
  )
  Object.assign(message, { webhook_id: hook.id, ...(isOwned && { application_id: hook.application_id }) })
  // The first message of a post has the id of its thread.
  if (channelOf(sandbox.world, channelId).messages.size === 0 && draft.thread_name) message.id = channelId
  wakeThread(sandbox, channelOf(sandbox.world, channelId))
  return publish(sandbox, message)
}

function targetChannel(
  sandbox: Sandbox,
  hook: StoredHook,
  threadId: string | undefined,
  threadName: string | undefined,
  tags: string[] | undefined,
): string {
  const { channel } = channelOf(sandbox.world, hook.channel_id)
  if (threadId !== undefined) {
    const thread = sandbox.world.channels.get(threadId)
    if (!thread || parentIdOf(thread.channel) !== hook.channel_id) throw unknown.channel()
    return threadId
  }
  const isForum = channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia
  if (isForum && !threadName)
    throw new DiscordError(400, 220_001, 'Webhooks posted to forum channels must have a thread_name or thread_id')
  if (!isForum && threadName) throw new DiscordError(400, 220_003, 'Webhooks can only create threads in forum channels')
  return isForum && threadName
    ? openPost(sandbox, hook.user?.id ?? hook.id, hook.channel_id, { name: threadName, tags: tags ?? [] })
    : hook.channel_id
}

/** A webhook's own name and avatar, or those of this one message. */
function persona(hook: StoredHook, username: string | undefined, avatarUrl: string | undefined): APIUser {
  const user = {
    id: hook.id,
    username: username ?? hook.name ?? 'Webhook',
    avatar: avatarUrl ?? hook.avatar,
    discriminator: '0000',
    global_name: null,
    bot: true,
    public_flags: 0,
    flags: 0,
    primary_guild: null,
  }
  return user
}

const interactive = new Set<number>([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
])

function refuseInteractive(components: readonly unknown[] | undefined): void {
  for (const { component, path } of walk((components ?? []) as ComponentNode[])) {
    const isButton = component.type === ComponentType.Button && component.custom_id !== undefined
    if (!isButton && !interactive.has(component.type)) continue
    throw invalidForm([
      { path, code: 'COMPONENT_TYPE_INVALID', message: 'The specified component type is invalid in this context' },
    ])
  }
}

/** @throws DiscordError 10008 for a message that this webhook did not send */
export function webhookMessage(sandbox: Sandbox, hook: StoredHook, messageId: string, threadId?: string): APIMessage {
  const message = messageOf(channelOf(sandbox.world, threadId ?? hook.channel_id), messageId)
  if (message.webhook_id !== hook.id) throw unknown.message()
  return message
}

/** @throws DiscordError 10008, 50006, 50035 */
export function editWebhookMessage(
  sandbox: Sandbox,
  hook: StoredHook,
  message: APIMessage,
  body: unknown,
  files: readonly SandboxUpload[],
): APIMessage {
  const sender = { guildId: hook.guild_id, mayPingEveryone: true }
  applyEdit(sandbox, message, parseForm(editForm, body), files, sender, pingUsers)
  announceUpdate(sandbox, message)
  return message
}

export function deleteWebhookMessage(sandbox: Sandbox, hook: StoredHook, message: APIMessage): void {
  const state = channelOf(sandbox.world, message.channel_id)
  erase(sandbox, state, message.id)
  sandbox.emit({
    type: GatewayDispatchEvents.MessageDelete,
    data: { id: message.id, channel_id: message.channel_id, guild_id: hook.guild_id },
    audience: listeners(state),
  })
}
