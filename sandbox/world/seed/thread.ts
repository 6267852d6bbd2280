import { type APIMessage, type APIThreadChannel, ChannelType } from 'discord-api-types/v10'
import { channelState } from '../blank.ts'
import type { ChannelState, GuildState, World } from '../state.ts'

export interface ThreadDraft {
  id: string
  name: string
  ownerId: string
  /** Public by default. */
  type?: APIThreadChannel['type']
  created: string
  archived?: boolean
  locked?: boolean
  tags?: string[]
}

const noFlags: number = 0

/** Adds a thread without messages; its owner is a member of it. Its id is that of the message that it starts with. */
export function addThread(world: World, state: GuildState, parent: ChannelState, draft: ThreadDraft): ChannelState {
  const { id, name, ownerId, type = ChannelType.PublicThread, archived = false, locked = false, tags = [] } = draft
  const created = new Date(draft.created).toISOString()
  const thread = channelState(
    {
      id,
      type,
      guild_id: state.guild.id,
      parent_id: parent.channel.id,
      owner_id: ownerId,
      name,
      last_message_id: null,
      rate_limit_per_user: 0,
      message_count: 0,
      member_count: 0,
      total_message_sent: 0,
      ...('available_tags' in parent.channel && { applied_tags: tags }),
      flags: noFlags,
      thread_metadata: {
        archived,
        archive_timestamp: created,
        auto_archive_duration: 10_080,
        locked,
        create_timestamp: created,
        ...(type === ChannelType.PrivateThread && { invitable: true }),
      },
    },
    state.guild.id,
  )
  world.channels.set(id, thread)
  state.channelIds.add(id)
  if ('available_tags' in parent.channel) parent.channel.last_message_id = id
  join(thread, ownerId, created)
  return thread
}

function join({ channel, threadMembers }: ChannelState, userId: string, at: string): void {
  if (!('member_count' in channel) || threadMembers.has(userId)) return
  threadMembers.set(userId, { id: channel.id, user_id: userId, join_timestamp: at, flags: noFlags })
  channel.member_count = threadMembers.size
}

/** Adds a message at the end. In a thread, its author becomes a member, and all messages but the first are counted. */
export function append(place: ChannelState, message: APIMessage): void {
  const { channel, messages } = place
  messages.set(message.id, message)
  if ('last_message_id' in channel) channel.last_message_id = message.id
  if (!('member_count' in channel)) return
  join(place, message.author.id, message.timestamp)
  if (message.id === channel.id) return
  channel.message_count = (channel.message_count ?? 0) + 1
  channel.total_message_sent = (channel.total_message_sent ?? 0) + 1
}
