import type {
  APIMessage,
  APIReaction,
  GatewayMessageDeleteBulkDispatchData,
  GatewayMessageDeleteDispatchData,
  GatewayMessageReactionAddDispatchData,
  GatewayMessageReactionRemoveAllDispatchData,
  GatewayMessageReactionRemoveDispatchData,
  GatewayMessageReactionRemoveEmojiDispatchData,
  GatewayTypingStartDispatchData,
} from 'discord-api-types/v10'
import {
  type EventHandlers,
  byId,
  type History,
  type LiveState,
  noHistory,
  type StageMessage,
  without,
} from './model.ts'

/** How many messages of a channel stay in memory. */
const KEPT = 500
const TYPING_MS = 10_000
const EPHEMERAL = 1 << 6

function inChannel(live: LiveState, channelId: string, change: (history: History) => Partial<History>): LiveState {
  const history = live.history[channelId] ?? noHistory
  return { ...live, history: { ...live.history, [channelId]: { ...history, ...change(history) } } }
}

function inMessage(
  live: LiveState,
  channelId: string,
  id: string,
  change: (message: StageMessage) => Partial<StageMessage>,
) {
  if (!live.history[channelId]?.messages.some(each => each.id === id))
    return { ...live, unseen: { ...live.unseen, [channelId]: (live.unseen[channelId] ?? 0) + 1 } }
  return inChannel(live, channelId, ({ messages }) => ({
    messages: messages.map(each => (each.id === id ? { ...each, ...change(each) } : each)),
  }))
}

/** Adds a page of older messages; those already in memory are more recent than the page and stay. */
export function addOlder(
  live: LiveState,
  channelId: string,
  page: readonly APIMessage[],
  complete: boolean,
): LiveState {
  return inChannel(live, channelId, ({ messages }) => {
    const known = new Set(messages.map(each => each.id))
    return {
      messages: [...page.filter(each => !known.has(each.id)), ...messages].sort(byId),
      complete,
      loaded: true,
    }
  })
}

export const markRead = (live: LiveState, channelId: string): LiveState =>
  live.unread[channelId] ? { ...live, unread: without(live.unread, channelId) } : live

/** Removes a message without a trace: the account's own deletions and dismissed ephemeral answers. */
export function dropMessage(live: LiveState, channelId: string, id: string): LiveState {
  if (!live.history[channelId]) return live
  return inChannel(live, channelId, ({ messages }) => ({ messages: messages.filter(each => each.id !== id) }))
}

/** Keeps a message that Discord rejected where it was written, visible to its author alone. */
export function addRefused(
  live: LiveState,
  channelId: string,
  { content, sentence, now }: { content: string; sentence: string; now: number },
): LiveState {
  const last = live.history[channelId]?.messages.at(-1)
  if (!live.me) return live
  const refused: Partial<StageMessage> = {
    // After all present messages.
    id: String(BigInt(last?.id ?? 0) + 1n),
    channel_id: channelId,
    author: live.me,
    content,
    timestamp: new Date(now).toISOString(),
    flags: EPHEMERAL,
    refused: sentence,
  }
  return inChannel(live, channelId, ({ messages }) => ({ messages: [...messages, refused as StageMessage] }))
}

function created(live: LiveState, message: APIMessage): LiveState {
  const { channel_id: channelId, author } = message
  const typing = without(live.typing[channelId] ?? {}, author.id)
  const mine = author.id === live.me?.id || ((message.flags ?? 0) & EPHEMERAL) !== 0
  const next = inChannel(live, channelId, ({ messages, complete }) => {
    const others = messages.filter(each => each.id !== message.id)
    const all = [...others, message].sort(byId)
    return all.length > KEPT ? { messages: all.slice(-KEPT), complete: false } : { messages: all, complete }
  })
  return {
    ...next,
    users: { ...next.users, ...(message.webhook_id === undefined && { [author.id]: author }) },
    typing: { ...next.typing, [channelId]: typing },
    unread: mine ? next.unread : { ...next.unread, [channelId]: (next.unread[channelId] ?? 0) + 1 },
  }
}

const sameEmoji = (one: APIReaction['emoji'], other: { id?: string | null; name?: string | null }) =>
  one.id ? one.id === other.id : !other.id && one.name === other.name

function reacted(
  live: LiveState,
  data: GatewayMessageReactionAddDispatchData | GatewayMessageReactionRemoveDispatchData,
  by: 1 | -1,
) {
  const me = data.user_id === live.me?.id
  return inMessage(live, data.channel_id, data.message_id, message => {
    const reactions = message.reactions ?? []
    const known = reactions.find(each => sameEmoji(each.emoji, data.emoji))
    if (!known) return by === 1 ? { reactions: [...reactions, firstReaction(data, me)] } : {}
    const { burst, normal } = known.count_details
    const changed = {
      ...known,
      count: known.count + by,
      count_details: data.burst ? { burst: burst + by, normal } : { burst, normal: normal + by },
      ...(me && (data.burst ? { me_burst: by === 1 } : { me: by === 1 })),
    }
    return { reactions: reactions.map(each => (each === known ? changed : each)).filter(each => each.count > 0) }
  })
}

function firstReaction(
  { emoji, burst }: GatewayMessageReactionAddDispatchData | GatewayMessageReactionRemoveDispatchData,
  me: boolean,
): APIReaction {
  return {
    emoji: { id: emoji.id ?? null, name: emoji.name ?? null },
    count: 1,
    count_details: burst ? { burst: 1, normal: 0 } : { burst: 0, normal: 1 },
    me: me && !burst,
    me_burst: me && burst,
    burst_colors: [],
  }
}

interface PollVote {
  user_id: string
  channel_id: string
  message_id: string
  answer_id: number
}

function voted(live: LiveState, data: PollVote, by: 1 | -1): LiveState {
  const me = data.user_id === live.me?.id
  return inMessage(live, data.channel_id, data.message_id, ({ poll }) => {
    if (!poll) return {}
    const counts = poll.results?.answer_counts ?? []
    const known = counts.find(each => each.id === data.answer_id)
    const before = known ?? { id: data.answer_id, count: 0, me_voted: false }
    const after = { ...before, count: Math.max(0, before.count + by), me_voted: me ? by === 1 : before.me_voted }
    const answers = [...counts.filter(each => each !== known), after].sort((one, other) => one.id - other.id)
    const results = { is_finalized: poll.results?.is_finalized ?? false, answer_counts: answers }
    return { poll: { ...poll, results } }
  })
}

const removed = (live: LiveState, channelId: string, id: string): LiveState =>
  inMessage(live, channelId, id, message => ({
    removed: 'Message deleted',
    reactions: [],
    ...(message.components && { components: [] }),
  }))

export const messageEvents: EventHandlers = {
  MESSAGE_CREATE: created,
  MESSAGE_UPDATE: (live, data: Partial<APIMessage> & { id: string; channel_id: string }) =>
    inMessage(live, data.channel_id, data.id, () => data),
  MESSAGE_DELETE: (live, data: GatewayMessageDeleteDispatchData) => removed(live, data.channel_id, data.id),
  MESSAGE_DELETE_BULK: (live, data: GatewayMessageDeleteBulkDispatchData) =>
    data.ids.reduce((each, id) => removed(each, data.channel_id, id), live),
  MESSAGE_REACTION_ADD: (live, data: GatewayMessageReactionAddDispatchData) => reacted(live, data, 1),
  MESSAGE_REACTION_REMOVE: (live, data: GatewayMessageReactionRemoveDispatchData) => reacted(live, data, -1),
  MESSAGE_REACTION_REMOVE_ALL: (live, data: GatewayMessageReactionRemoveAllDispatchData) =>
    inMessage(live, data.channel_id, data.message_id, () => ({ reactions: [] })),
  MESSAGE_REACTION_REMOVE_EMOJI: (live, data: GatewayMessageReactionRemoveEmojiDispatchData) =>
    inMessage(live, data.channel_id, data.message_id, ({ reactions = [] }) => ({
      reactions: reactions.filter(each => !sameEmoji(each.emoji, data.emoji)),
    })),
  MESSAGE_POLL_VOTE_ADD: (live, data: PollVote) => voted(live, data, 1),
  MESSAGE_POLL_VOTE_REMOVE: (live, data: PollVote) => voted(live, data, -1),
  TYPING_START: (live, data: GatewayTypingStartDispatchData) =>
    data.user_id === live.me?.id
      ? live
      : {
          ...live,
          typing: {
            ...live.typing,
            [data.channel_id]: { ...live.typing[data.channel_id], [data.user_id]: Date.now() + TYPING_MS },
          },
        },
}
