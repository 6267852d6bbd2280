import { type APIUser, GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { userOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { requireRights } from './rights.ts'
import { listeners, messageOf } from './store.ts'

/** @throws DiscordError 10008, 520006 */
export function pollIn(state: ChannelState, messageId: string) {
  const { poll } = messageOf(state, messageId)
  if (!poll) throw new DiscordError(400, 520_006, 'Cannot perform this action on a non-poll message')
  return poll
}

/**
 * Sets a person's vote; an empty one withdraws it. Bots cannot vote. The route is the one of Discord's own clients,
 * which is not documented.
 * @throws DiscordError 10008, 520001 after its end, 50035 for answers that are not there or too many
 */
export function votePoll(
  sandbox: Sandbox,
  userId: string,
  channelId: string,
  messageId: string,
  answerIds: readonly number[],
): void {
  const state = requireRights(sandbox, userId, channelId, permission.ReadMessageHistory)
  const poll = pollIn(state, messageId)
  if (poll.expiry !== null && Date.parse(poll.expiry) <= sandbox.now())
    throw new DiscordError(400, 520_001, 'Poll expired')
  const isKnown = (id: number) => poll.answers.some(answer => answer.answer_id === id)
  if (!answerIds.every(isKnown) || (answerIds.length > 1 && !poll.allow_multiselect))
    throw invalidForm([{ path: 'answer_ids', code: 'POLL_ANSWERS_INVALID', message: 'These answers cannot be chosen' }])
  const votes = sandbox.world.pollVotes.get(messageId) ?? new Map<number, Set<string>>()
  sandbox.world.pollVotes.set(messageId, votes)
  for (const { answer_id } of poll.answers) {
    const users = votes.get(answer_id) ?? new Set<string>()
    votes.set(answer_id, users)
    const chosen = answerIds.includes(answer_id)
    if (chosen === users.has(userId)) continue
    if (chosen) users.add(userId)
    else users.delete(userId)
    const where = { channel_id: channelId, message_id: messageId, ...(state.guildId && { guild_id: state.guildId }) }
    sandbox.emit({
      type: chosen ? Event.MessagePollVoteAdd : Event.MessagePollVoteRemove,
      data: { user_id: userId, ...where, answer_id },
      audience: listeners(state),
    })
  }
}

/** The users who chose an answer, by ascending id. @throws DiscordError 10008, 520006 */
export function pollVoters(
  sandbox: Sandbox,
  viewerId: string,
  [channelId, messageId, answerId]: [string, string, number],
  page: { after?: string | undefined; limit: number },
): APIUser[] {
  const state = requireRights(sandbox, viewerId, channelId, permission.ReadMessageHistory)
  pollIn(state, messageId)
  return [...(sandbox.world.pollVotes.get(messageId)?.get(answerId) ?? [])]
    .filter(id => page.after === undefined || BigInt(id) > BigInt(page.after))
    .sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1))
    .slice(0, page.limit)
    .map(id => userOf(sandbox.world, id))
}
