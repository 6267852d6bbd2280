import { type APIMessage, type APIUser, EmbedType, MessageReferenceType, MessageType } from 'discord-api-types/v10'
import { blankMessage } from '../blank.ts'
import type { ChannelState, GuildState, World } from '../state.ts'
import type { DemoIds } from './demo-accounts.ts'
import type { DemoMessage } from './demo-history.ts'
import { idAt } from './draft.ts'
import { addThread, append } from './thread.ts'

/** Adds a history to the guild's channels; `<#name>` becomes a mention of that channel. */
export function addDemoMessages(world: World, state: GuildState, ids: DemoIds, history: readonly DemoMessage[]): void {
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

/** The fields of a reply to an earlier message of the channel, found by its text. */
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

/** Pins the message that the announcement refers to. */
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
  const post = addThread(world, state, forum, {
    id,
    name: 'A stool from one ash plank',
    ownerId: author.user.id,
    created: at,
  })
  append(post, plainMessage(id, id, author.user, 'No screws, no glue, one long afternoon. Criticism welcome.', at))
}

const iso = (at: string) => new Date(at).toISOString()

const plainMessage = (id: string, channelId: string, author: APIUser, content: string, at: string): APIMessage =>
  blankMessage({ id, channel_id: channelId, author, content, timestamp: iso(at) })

function channelsByName(world: World, state: GuildState): Map<string, ChannelState> {
  const found = new Map<string, ChannelState>()
  for (const id of state.channelIds) {
    const place = world.channels.get(id)
    if (place?.channel.name) found.set(place.channel.name, place)
  }
  return found
}
