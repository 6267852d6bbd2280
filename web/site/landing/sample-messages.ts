import type { Lookup } from '#web/ui/discord/lookup.ts'
import type { MessageAuthor, MessageView } from '#web/ui/discord/model.ts'
import bot from './avatar-bot.svg'
import jun from './avatar-jun.svg'
import gift from './gift.svg'
import kestrel from './avatar-kestrel.svg'

/** The cast of the picture. None of them exists. */
const cast = { jun: '100000000000000001', kestrel: '100000000000000002', bot: '100000000000000003' }
const people: Record<string, MessageAuthor> = {
  [cast.jun]: { id: cast.jun, username: 'jun_tan' },
  [cast.kestrel]: { id: cast.kestrel, username: 'kestrel' },
  [cast.bot]: { id: cast.bot, username: 'Palisade', bot: true },
}
const faces: Record<string, string> = { [cast.jun]: jun, [cast.kestrel]: kestrel, [cast.bot]: bot }

/** An afternoon in the reader's own time. */
const at = (minute: number) => new Date(2026, 10, 21, 14, minute).toISOString()

const said = (id: string, author: string, minute: number, rest: Partial<MessageView>): MessageView => ({
  id,
  author: people[author] ?? { id: author, username: author },
  timestamp: at(minute),
  ...rest,
})

export const calm = said('11', cast.jun, 31, { content: 'Glaze test came out of the kiln. Photos tonight.' })
export const stopped = said('12', cast.kestrel, 32, {
  content: '@everyone free gift <:gift:100000000000000004> claim at https://discord-gift.example',
  mention_everyone: true,
})
export const removed = said('13', cast.bot, 32, {
  content: `<@${cast.kestrel}>, I removed your message: it mentioned too many at once.`,
})

export const lookup: Lookup = {
  user: id => (people[id] ? { name: people[id].username } : undefined),
  role: () => undefined,
  channel: () => undefined,
  image: () => undefined,
  avatar: user => faces[user.id],
  emoji: () => gift,
  now: () => Date.parse(at(33)),
}
