import type { APIMessage, APIUser } from 'discord-api-types/v10'
import { MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import type { ChannelState } from '../state.ts'
import { signed } from './attachments.ts'
import { mayReadContent, withoutContent } from './content.ts'
import { reactionsFor } from './reaction-counts.ts'

/** A message as REST shows it to `viewerId`. */
export function messagePayload(sandbox: Sandbox, message: APIMessage, viewerId: string): APIMessage {
  const whole = wholePayload(sandbox, message, viewerId)
  if (mayReadContent(sandbox, viewerId)) return whole
  const inGuild = sandbox.world.channels.get(message.channel_id)?.guildId !== undefined
  return withoutContent(whole, viewerId, inGuild)
}

function wholePayload(sandbox: Sandbox, message: APIMessage, viewerId: string): APIMessage {
  const shown = withReference(sandbox, message)
  const reactions = reactionsFor(sandbox, message.id, viewerId)
  const poll = pollFor(sandbox, message, viewerId)
  return { ...shown, ...(reactions.length > 0 && { reactions }), ...(poll && { poll }) }
}

/**
 * A message as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with `guild_id`, and partial members without their users.
 * Webhooks and ephemeral messages have no member. Source: Discord's documentation, "Gateway Events".
 */
export function messageEvent(sandbox: Sandbox, message: APIMessage, guildId: string | undefined) {
  const shown = withReference(sandbox, message)
  const members = guildId === undefined ? undefined : sandbox.world.guilds.get(guildId)?.members
  if (!members) return { ...shown }
  const member = message.webhook_id === undefined ? members.get(message.author.id) : undefined
  const mentions = shown.mentions.map(user => {
    const mentioned = members.get(user.id)
    return mentioned ? { ...user, member: mentioned } : user
  })
  return { ...shown, guild_id: guildId, mentions, ...(member && { member }) }
}

/** Of the kinds with a reference these two show what it points at; forwards carry a copy instead. */
const quoting = new Set([MessageType.Reply, MessageType.ThreadStarterMessage])

function withReference(sandbox: Sandbox, message: APIMessage): APIMessage {
  const shown = current(sandbox, message)
  const reference = message.message_reference
  if (reference?.message_id === undefined || !quoting.has(message.type)) return shown
  const { channels, ephemerals } = sandbox.world
  const quoted =
    channels.get(reference.channel_id)?.messages.get(reference.message_id) ??
    ephemerals.get(reference.message_id)?.message
  return { ...shown, referenced_message: quoted ? current(sandbox, quoted) : null }
}

/**
 * The message with the parts that change without an edit: the author's profile, URLs of files, the thread started from
 * it.
 */
function current(sandbox: Sandbox, message: APIMessage): APIMessage {
  const thread = threadOn(sandbox, message.id)
  const poll = pollFor(sandbox, message)
  const { nonce: _, ...lasting } = message
  return {
    ...lasting,
    author: authorOf(sandbox, message),
    attachments: message.attachments.map(one => signed(sandbox, one)),
    ...(thread && { thread: thread.channel }),
    ...(poll && { poll }),
  }
}

function authorOf(sandbox: Sandbox, message: APIMessage): APIUser {
  return sandbox.world.accounts.get(message.author.id)?.user ?? message.author
}

/** A thread has the id of the message it was started from. */
function threadOn(sandbox: Sandbox, messageId: string): ChannelState | undefined {
  const state = sandbox.world.channels.get(messageId)
  return state && 'thread_metadata' in state.channel ? state : undefined
}

/** A message's poll with its votes. Counts only answers that somebody chose, as Discord does. */
function pollFor(sandbox: Sandbox, message: APIMessage, viewerId?: string): APIMessage['poll'] {
  const { poll } = message
  if (!poll) return undefined
  const votes = sandbox.world.pollVotes.get(message.id) ?? new Map<number, Set<string>>()
  const answer_counts = [...votes]
    .filter(([, users]) => users.size > 0)
    .map(([id, users]) => ({ id, count: users.size, me_voted: viewerId !== undefined && users.has(viewerId) }))
    .sort((one, other) => one.id - other.id)
  return { ...poll, results: { is_finalized: poll.results?.is_finalized ?? false, answer_counts } }
}
