import {
  type APIUser,
  ChannelType as Type,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10'
import { blankMessage } from '../../blank.ts'
import type { GuildChannel } from '../../channels/kinds.ts'
import type { ChannelState, GuildState, World } from '../../state.ts'
import { idAt } from '../draft.ts'
import { addThread, append, type ThreadDraft } from '../thread.ts'
import { type Dice, subjects } from './random-choices.ts'
import type { SeedRooms } from './rooms.ts'

interface Talk {
  world: World
  state: GuildState
  dice: Dice
  people: readonly APIUser[]
  /** The next timestamp, half a minute after the last, so that no two messages have the same time. */
  next(): string
}

const openings = ['Who has', 'I finished the', 'Selling some', 'Questions about', 'Found old'] as const

/** Adds messages: in text channels, in threads of some of them, and in the posts of forums. */
export function addTalk(
  world: World,
  state: GuildState,
  dice: Dice,
  { rooms }: SeedRooms,
  people: readonly APIUser[],
  begins: number,
): void {
  let now = begins
  const talk: Talk = { world, state, dice, people, next: () => new Date((now += 30_000)).toISOString() }
  for (const { id, type } of rooms) {
    const place = world.channels.get(id)
    if (!place) continue
    if (type === Type.GuildForum || type === Type.GuildMedia) addPosts(talk, place)
    if (type === Type.GuildText || type === Type.GuildAnnouncement) addConversation(talk, place, type)
  }
}

function addConversation(talk: Talk, place: ChannelState, type: GuildChannel['type']): void {
  const { dice } = talk
  for (let count = dice.below(7); count > 0; count--) say(talk, place)
  const last = [...place.messages.values()].at(-1)
  if (last && dice.chance(0.1)) pin(place, last.id)
  if (last && dice.chance(0.2)) {
    last.flags = (last.flags ?? 0) | MessageFlags.HasThread
    const isNews = type === Type.GuildAnnouncement
    addReplies(talk, place, {
      id: last.id,
      type: isNews ? Type.AnnouncementThread : Type.PublicThread,
      created: last.timestamp,
    })
  }
  if (type === Type.GuildText && dice.chance(0.05)) {
    const created = talk.next()
    addReplies(talk, place, { id: idAt(created, 'aside'), type: Type.PrivateThread, created })
  }
}

function addPosts(talk: Talk, forum: ChannelState): void {
  const { dice } = talk
  const tags = 'available_tags' in forum.channel ? forum.channel.available_tags.map(tag => tag.id) : []
  for (let count = dice.below(4); count > 0; count--) {
    const created = talk.next()
    addReplies(talk, forum, { id: idAt(created, 'post'), created, tags: dice.some(tags, dice.below(3)) })
  }
}

/**
 * Adds a thread and its messages. The first one repeats the message that it was started on; in a forum it is the text
 * of the post.
 */
function addReplies(talk: Talk, parent: ChannelState, draft: Pick<ThreadDraft, 'id' | 'type' | 'created' | 'tags'>) {
  const { world, state, dice, people } = talk
  const starter = parent.messages.get(draft.id)
  const owner = starter?.author ?? dice.one(people)
  const archived = dice.chance(0.3)
  const name = `${dice.one(openings)} ${dice.one(subjects)}`
  const thread = addThread(world, state, parent, {
    ...draft,
    name,
    ownerId: owner.id,
    archived,
    locked: archived && dice.chance(0.3),
  })
  if (starter)
    say(talk, thread, owner, {
      type: MessageType.ThreadStarterMessage,
      content: '',
      message_reference: {
        type: MessageReferenceType.Default,
        guild_id: state.guild.id,
        channel_id: parent.channel.id,
        message_id: starter.id,
      },
    })
  else if ('available_tags' in parent.channel) say(talk, thread, owner, { id: draft.id, timestamp: draft.created })
  for (let count = dice.below(5); count > 0; count--) say(talk, thread)
}

function say(
  { world, dice, people, next }: Talk,
  place: ChannelState,
  author = dice.one(people),
  over: Partial<Parameters<typeof blankMessage>[0]> = {},
): void {
  const timestamp = over.timestamp ?? next()
  const id = idAt(timestamp, 'message')
  const content = `${dice.one(openings)} ${dice.one(subjects)}, ${dice.one(subjects)} too.`
  const message = blankMessage({ id, channel_id: place.channel.id, author, content, timestamp, ...over })
  append(place, message)
  if (dice.chance(0.1))
    world.reactions.set(message.id, new Map([['👍', new Set(dice.some(people.slice(0, 50), 3).map(user => user.id))]]))
}

function pin(place: ChannelState, messageId: string): void {
  const message = place.messages.get(messageId)
  if (!message) return
  message.pinned = true
  place.pins.set(messageId, message.timestamp)
}
