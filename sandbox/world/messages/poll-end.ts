import { type APIEmbed, type APIMessage, EmbedType, MessageReferenceType, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { permission } from '../permissions.ts'
import { timestamp } from '../time.ts'
import { pollIn } from './poll-votes.ts'
import { requireRights } from './rights.ts'
import { announceUpdate, messageOf } from './store.ts'
import { publishSystemMessage } from './system.ts'

/**
 * Ends the actor's own poll early. The final count comes later.
 * @throws DiscordError 10008, 50001, 50005 for another's, 520001 when it is over, 520006 for a message without one
 */
export function expirePoll(sandbox: Sandbox, actorId: string, channelId: string, messageId: string): APIMessage {
  const state = requireRights(sandbox, actorId, channelId, permission.ReadMessageHistory)
  const poll = pollIn(state, messageId)
  const message = messageOf(state, messageId)
  if (message.author.id !== actorId)
    throw new DiscordError(403, 50_005, 'Cannot edit a message authored by another user')
  if (poll.expiry !== null && Date.parse(poll.expiry) <= sandbox.now())
    throw new DiscordError(400, 520_001, 'Poll expired')
  poll.expiry = timestamp(sandbox)
  announceUpdate(sandbox, message)
  sandbox.later(0, () => closePoll(sandbox, message))
  return message
}

/** Called for every message with a poll: it ends by itself when its time has come, unless it was ended before. */
export function awaitPollEnd(sandbox: Sandbox, message: APIMessage): void {
  const expiry = message.poll?.expiry
  if (!expiry) return
  sandbox.later(Date.parse(expiry) - sandbox.now(), () => {
    if (message.poll?.expiry === expiry) closePoll(sandbox, message)
  })
}

/** The notice of the result, then the last count; nothing when the message is gone. */
function closePoll(sandbox: Sandbox, message: APIMessage): void {
  const { id: messageId, channel_id: channelId } = message
  const isThere = () => sandbox.world.channels.get(channelId)?.messages.get(messageId) === message
  if (!isThere()) return
  publishSystemMessage(sandbox, {
    channelId,
    type: MessageType.PollResult,
    author: message.author,
    embeds: [resultOf(sandbox, message)],
    message_reference: { type: MessageReferenceType.Default, channel_id: channelId, message_id: messageId },
  })
  sandbox.later(sandbox.conditions.pollTallyMs, () => {
    if (!isThere()) return
    if (message.poll?.results) message.poll.results.is_finalized = true
    announceUpdate(sandbox, message)
  })
}

/** Source: Discord's documentation, "Poll Result Embed Fields". An answer is the winner when no other has as many. */
function resultOf({ world }: Sandbox, { id, poll }: APIMessage): APIEmbed {
  const counts = [...(world.pollVotes.get(id) ?? [])]
    .map(([answer, users]) => ({ answer, votes: users.size }))
    .sort((one, other) => other.votes - one.votes)
  const [first, second] = counts
  const winner = first && first.votes > (second?.votes ?? 0) ? first : undefined
  const media = poll?.answers.find(({ answer_id }) => answer_id === winner?.answer)?.poll_media
  const fields: [name: string, value: string | undefined][] = [
    ['poll_question_text', poll?.question.text],
    ['victor_answer_votes', String(first?.votes ?? 0)],
    ['total_votes', String(counts.reduce((sum, { votes }) => sum + votes, 0))],
    ['victor_answer_id', winner && String(winner.answer)],
    ['victor_answer_text', media?.text],
    ['victor_answer_emoji_id', media?.emoji?.id ?? undefined],
    ['victor_answer_emoji_name', media?.emoji?.name ?? undefined],
  ]
  return {
    type: EmbedType.PollResult,
    fields: fields.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value, inline: false }])),
  }
}
