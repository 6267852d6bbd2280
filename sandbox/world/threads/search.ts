import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { yes } from '../fields.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { permissionsIn, requireChannel } from '../guard.ts'
import { guildOf, parentIdOf } from '../lookup.ts'
import { messagePayload } from '../messages/payload.ts'
import { requireIndex } from '../messages/search.ts'
import { has, isThread, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'

const searchForm = z.object({
  name: optional(text(100)),
  slop: optional(z.coerce.number().int().min(0).max(100)),
  min_id: optional(snowflake),
  max_id: optional(snowflake),
  tag: optional(
    z.preprocess(value => (typeof value === 'string' ? value.split(',') : value), z.array(snowflake).max(20)),
  ),
  tag_setting: optional(z.enum(['match_all', 'match_some'])),
  archived: optional(yes),
  sort_by: optional(z.enum(['last_message_time', 'archive_time', 'relevance', 'creation_time'])),
  sort_order: optional(z.enum(['asc', 'desc'])),
  limit: z.coerce.number().int().min(1).max(25).default(25),
  offset: z.coerce.number().int().min(0).max(9975).default(0),
})

type Search = z.output<typeof searchForm>

/**
 * Threads of a channel by their names, with their first messages. It is in Discord's API description alone.
 * @throws DiscordError 10003, 50001, 50013 without READ_MESSAGE_HISTORY, 50024 for what holds no threads, 110000 with
 * 202 while the index is being made
 */
export function searchThreads(sandbox: Sandbox, viewerId: string, channelId: string, query: unknown) {
  const { guildId, channel } = requireChannel(sandbox, viewerId, channelId, permission.ReadMessageHistory)
  if (guildId === undefined || isThread(channel.type))
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  const search = parseForm(searchForm, query)
  requireIndex(sandbox)
  const found = [...guildOf(sandbox.world, guildId).channelIds]
    .flatMap(id => sandbox.world.channels.get(id) ?? [])
    .filter(state => parentIdOf(state.channel) === channelId && 'thread_metadata' in state.channel)
    .filter(({ channel: { id } }) => has(permissionsIn(sandbox, viewerId, id), permission.ViewChannel))
    .filter(state => fits(state, search))
    .sort((one, other) => (sortKey(one, search) < sortKey(other, search) ? -1 : 1))
  if (search.sort_order !== 'asc') found.reverse()
  const shown = found.slice(search.offset, search.offset + search.limit)
  return {
    threads: shown.map(state => state.channel),
    members: shown.flatMap(({ threadMembers }) => threadMembers.get(viewerId) ?? []),
    has_more: found.length > search.offset + shown.length,
    first_messages: shown.flatMap(({ messages, channel: { id } }) => {
      const first = messages.get(id)
      return first ? [messagePayload(sandbox, first, viewerId)] : []
    }),
    total_results: found.length,
  }
}

function fits({ channel }: ChannelState, search: Search): boolean {
  if (!('thread_metadata' in channel)) return false
  const tags = channel.applied_tags ?? []
  const wanted = search.tag ?? []
  const isTagged = (id: string) => tags.includes(id)
  return (
    (search.name === undefined || (channel.name ?? '').toLowerCase().includes(search.name.toLowerCase())) &&
    (search.archived === undefined || search.archived === channel.thread_metadata?.archived) &&
    (search.min_id === undefined || BigInt(channel.id) > BigInt(search.min_id)) &&
    (search.max_id === undefined || BigInt(channel.id) < BigInt(search.max_id)) &&
    (wanted.length === 0 || (search.tag_setting === 'match_some' ? wanted.some(isTagged) : wanted.every(isTagged)))
  )
}

function sortKey({ channel }: ChannelState, { sort_by }: Search): bigint {
  if (!('thread_metadata' in channel)) return 0n
  if (sort_by === 'archive_time') return BigInt(Date.parse(channel.thread_metadata?.archive_timestamp ?? '') || 0)
  return BigInt(sort_by === 'creation_time' ? channel.id : (channel.last_message_id ?? channel.id))
}
