import {
  type APIMessage,
  type APIThreadChannel,
  ChannelType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { applyRules } from '../auto-moderation/actions.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { optional, parseForm, snowflake, text, whole } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf, userOf } from '../lookup.ts'
import type { SandboxUpload } from '../messages/attachments.ts'
import { channelFlags, compose } from '../messages/compose.ts'
import { wordsOf } from '../messages/content.ts'
import { messageForm } from '../messages/form.ts'
import { pingAll } from '../messages/mentions.ts'
import { rightsIn } from '../messages/rights.ts'
import { announceUpdate, messageOf, publish } from '../messages/store.ts'
import { publishSystemMessage } from '../messages/system.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { archiveDuration, open } from './open.ts'

const fields = {
  name: text(100, 1),
  auto_archive_duration: optional(archiveDuration),
  rate_limit_per_user: optional(whole(0, 21_600)),
}
const fromMessageForm = z.object(fields)
const freeForm = z.object({
  ...fields,
  type: z
    .union([z.literal(10), z.literal(11), z.literal(12)])
    .nullish()
    .transform(type => type ?? ChannelType.PrivateThread),
  invitable: optional(z.boolean()),
})
const postForm = z.object({ ...fields, applied_tags: optional(z.array(snowflake).max(5)), message: messageForm })

/**
 * A thread on a message; it has the message's id. @throws DiscordError 160004 when there is one already, 50013, 50024
 */
export function startThreadOn(
  sandbox: Sandbox,
  actor: ActingUser,
  channelId: string,
  messageId: string,
  body: unknown,
): ChannelState {
  const parent = guildChannelOf(sandbox.world, channelId)
  requirePermission(sandbox, actor.userId, parent.guildId, permission.CreatePublicThreads, channelId)
  const type = threadTypes.get(parent.channel.type)
  if (type === undefined) throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  const message = messageOf(parent, messageId)
  if (sandbox.world.channels.has(messageId))
    throw new DiscordError(400, 160_004, 'A thread has already been created for this message')
  const draft = parseForm(fromMessageForm, body)
  const thread = open(sandbox, actor, parent, { ...draft, type }, messageId)
  message.flags = (message.flags ?? 0) | MessageFlags.HasThread
  announceUpdate(sandbox, message)
  publishSystemMessage(sandbox, {
    channelId: thread.channel.id,
    type: MessageType.ThreadStarterMessage,
    author: message.author,
    message_reference: reference(parent.guildId, channelId, messageId),
  })
  return thread
}

const threadTypes = new Map<ChannelType, APIThreadChannel['type']>([
  [ChannelType.GuildText, ChannelType.PublicThread],
  [ChannelType.GuildAnnouncement, ChannelType.AnnouncementThread],
])

/**
 * A thread without a message, private by default.
 * @throws DiscordError 50013, 50024 for a private thread in an announcement channel and in channels that have no
 * threads, 50035
 */
export function startThread(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): ChannelState {
  const parent = guildChannelOf(sandbox.world, channelId)
  const draft = parseForm(freeForm, body)
  const isPrivate = draft.type === ChannelType.PrivateThread
  const wanted = isPrivate ? permission.CreatePrivateThreads : permission.CreatePublicThreads
  requirePermission(sandbox, actor.userId, parent.guildId, wanted, channelId)
  if (!threadTypes.has(parent.channel.type) || (isPrivate && parent.channel.type !== ChannelType.GuildText))
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  const thread = open(sandbox, actor, parent, draft)
  if (isPrivate) return thread
  publishSystemMessage(sandbox, {
    channelId,
    type: MessageType.ThreadCreated,
    author: userOf(sandbox.world, actor.userId),
    content: draft.name,
    message_reference: {
      type: MessageReferenceType.Default,
      channel_id: thread.channel.id,
      guild_id: parent.guildId,
    },
  })
  return thread
}

/**
 * A post in a forum: a thread with its first message. Needs SEND_MESSAGES there. @throws DiscordError 40067, 50013,
 * 50035
 */
export function startPost(
  sandbox: Sandbox,
  actor: ActingUser,
  channelId: string,
  body: unknown,
  files: readonly SandboxUpload[],
): { thread: ChannelState; message: APIMessage } {
  const parent = guildChannelOf(sandbox.world, channelId)
  requirePermission(sandbox, actor.userId, parent.guildId, permission.SendMessages, channelId)
  const { message: draft, ...post } = parseForm(postForm, body)
  requireTags(sandbox, actor, parent, post.applied_tags ?? [])
  const author = userOf(sandbox.world, actor.userId)
  const rights = rightsIn(sandbox, actor.userId, parent)
  const first = compose(
    sandbox,
    {
      channelId,
      author,
      sender: { guildId: parent.guildId, mayPingEveryone: has(rights, permission.MentionEveryone) },
      defaultPings: pingAll,
      settableFlags: channelFlags,
    },
    draft,
    files,
  )
  const watched = applyRules(sandbox, sandbox.world.guilds.get(parent.guildId), {
    userId: actor.userId,
    channelId,
    text: wordsOf(first),
    title: post.name,
  })
  const thread = open(sandbox, actor, parent, { ...post, type: ChannelType.PublicThread })
  Object.assign(first, { id: thread.channel.id, channel_id: thread.channel.id })
  publish(sandbox, first)
  watched(first)
  return { thread, message: first }
}

function requireTags(sandbox: Sandbox, actor: ActingUser, parent: ChannelState, applied: readonly string[]): void {
  const { channel } = parent
  if (!('available_tags' in channel)) return
  if (applied.length === 0 && ((channel.flags ?? 0) & (1 << 4)) !== 0)
    throw new DiscordError(400, 40_067, 'A tag is required to create a forum post in this channel')
  const manages = has(rightsIn(sandbox, actor.userId, parent), permission.ManageThreads)
  for (const id of applied) {
    const tag = channel.available_tags.find(one => one.id === id)
    if (!tag) throw new DiscordError(404, 10_087, 'Unknown Tag')
    if (tag.moderated && !manages) throw missingPermissions()
  }
}

const reference = (guildId: string, channelId: string, messageId: string) => ({
  type: MessageReferenceType.Default,
  guild_id: guildId,
  channel_id: channelId,
  message_id: messageId,
})
