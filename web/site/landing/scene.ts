import type { Lookup } from '#web/ui/discord/lookup.ts'
import type { Author, MessageView } from '#web/ui/discord/model.ts'
import bot from './avatar-bot.svg'
import jun from './avatar-jun.svg'
import kestrel from './avatar-kestrel.svg'

/** The cast of the picture. None of them exists. */
const people: Record<string, Author> = {
  '1': { id: '1', username: 'jun_tan' },
  '2': { id: '2', username: 'kestrel' },
  '3': { id: '3', username: 'Palisade', bot: true },
}
const faces: Record<string, string> = { '1': jun, '2': kestrel, '3': bot }

/** An afternoon in the reader's own time. */
const at = (minute: number) => new Date(2026, 10, 21, 14, minute).toISOString()

const said = (id: string, author: string, minute: number, rest: Partial<MessageView>): MessageView => ({
  id,
  author: people[author] ?? { id: author, username: author },
  timestamp: at(minute),
  ...rest,
})

export const calm = said('11', '1', 31, { content: 'Glaze test came out of the kiln. Photos tonight.' })
export const stopped = said('12', '2', 32, {
  content: '@everyone free gift 🎁 claim at https://discord-gift.example',
  mention_everyone: true,
})
export const removed = said('13', '3', 32, {
  embeds: [
    { color: 0xed4245, description: 'Removed a message by <@2>. Reason: mass mention, unknown link. Strike 3 of 10.' },
  ],
})

export const lookup: Lookup = {
  user: id => (people[id] ? { name: people[id].username } : undefined),
  role: () => undefined,
  channel: () => undefined,
  image: () => undefined,
  avatar: user => faces[user.id],
  emoji: () => undefined,
  now: () => Date.parse(at(33)),
}
