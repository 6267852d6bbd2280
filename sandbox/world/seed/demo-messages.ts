import {
  type APIMessage,
  type APIUser,
  ChannelType,
  EmbedType,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10'
import { blankMessage, channelState } from '../blank.ts'
import type { ChannelState, GuildState, World } from '../state.ts'
import type { DemoIds } from './demo-accounts.ts'
import type { Said } from './demo-history.ts'
import { idAt } from './draft.ts'

/** Adds a history to the guild's channels; `<#name>` becomes a mention of that channel. */
export function addDemoMessages(world: World, state: GuildState, ids: DemoIds, history: readonly Said[]): void {
  const byName = channelsByName(world, state)
  for (const said of history) {
    const { channel, login, at, text, reactions = {} } = said
    const author = world.accounts.get(ids.get(login) ?? '')
    const place = byName.get(channel)
    if (!author || !place) throw new Error(`the demo's history names an unknown ${channel} or ${login}`)
    const content = text.replace(/<#([a-z-]+)>/g, (_, name: string) => `<#${byName.get(name)?.channel.id}>`)
    const message = plainMessage(idAt(at, `${channel}/${text}`), place.channel.id, author.user, content, at)
    append(place, {
      ...message,
      ...replyTo(place, said.replyTo),
      ...(said.type !== undefined && { type: said.type }),
      embeds: said.embed ? [{ type: EmbedType.Rich, ...said.embed }] : [],
    })
    const reacted = Object.entries(reactions).map(
      ([emoji, logins]) => [emoji, new Set(logins.flatMap(one => ids.get(one) ?? []))] as const,
    )
    if (reacted.length > 0) world.reactions.set(message.id, new Map(reacted))
  }
}

/** A reply to an earlier message of the channel, found by what it said. */
function replyTo({ channel, guildId, messages }: ChannelState, text: string | undefined): Partial<APIMessage> {
  const replied = text === undefined ? undefined : [...messages.values()].find(message => message.content === text)
  if (!replied) return {}
  return {
    type: MessageType.Reply,
    mentions: [replied.author],
    message_reference: {
      type: MessageReferenceType.Default,
      channel_id: channel.id,
      message_id: replied.id,
      ...(guildId !== undefined && { guild_id: guildId }),
    },
  }
}

/** The announcement sends people to it. */
export function pinBooking(world: World, state: GuildState): void {
  const room = channelsByName(world, state).get('kiln-and-clay')
  const [booking] = room?.messages.values() ?? []
  if (!room || !booking) throw new Error('the demo has no booking sheet')
  booking.pinned = true
  room.pins.set(booking.id, booking.timestamp)
}

/** A forum post is a thread whose id is that of its first message. */
export function addDemoPost(world: World, state: GuildState, ids: DemoIds): void {
  const forum = channelsByName(world, state).get('show-and-tell')
  const author = world.accounts.get(ids.get('member3') ?? '')
  if (!forum || !author) throw new Error('the demo has no forum')
  const at = '2026-03-13T20:15:00Z'
  const id = idAt(at, 'a stool from one ash plank')
  const post = channelState(
    {
      id,
      type: ChannelType.PublicThread,
      guild_id: state.guild.id,
      parent_id: forum.channel.id,
      owner_id: author.user.id,
      name: 'A stool from one ash plank',
      last_message_id: id,
      rate_limit_per_user: 0,
      message_count: 0,
      member_count: 1,
      total_message_sent: 0,
      applied_tags: [],
      flags: noFlags,
      thread_metadata: {
        archived: false,
        archive_timestamp: iso(at),
        auto_archive_duration: 10_080,
        locked: false,
        create_timestamp: iso(at),
      },
    },
    state.guild.id,
  )
  post.threadMembers.set(author.user.id, { id, user_id: author.user.id, join_timestamp: iso(at), flags: noFlags })
  world.channels.set(id, post)
  state.channelIds.add(id)
  append(post, plainMessage(id, id, author.user, 'No screws, no glue, one long afternoon. Criticism welcome.', at))
  if ('last_message_id' in forum.channel) forum.channel.last_message_id = id
}

const noFlags: number = 0
const iso = (at: string) => new Date(at).toISOString()

const plainMessage = (id: string, channelId: string, author: APIUser, content: string, at: string): APIMessage =>
  blankMessage({ id, channel_id: channelId, author, content, timestamp: iso(at) })

function append(place: ChannelState, message: APIMessage): void {
  place.messages.set(message.id, message)
  if ('last_message_id' in place.channel) place.channel.last_message_id = message.id
}

function channelsByName(world: World, state: GuildState): Map<string, ChannelState> {
  const found = new Map<string, ChannelState>()
  for (const id of state.channelIds) {
    const place = world.channels.get(id)
    if (place?.channel.name) found.set(place.channel.name, place)
  }
  return found
}
