import type { Arena } from './arena.ts'
import { blankMessage } from '#sandbox/world/blank.ts'
import { frameOf } from './frames.ts'

/** How many people write, each in their own channel. */
const talkers = 25
const idDigits = 19
const words = 'clay wheel kiln glaze bowl cone slow fire bench oak ash plank stool brush line paint'.split(' ')

/** Prepares messages of a server's members as the gateway would send them; only their ids are rewritten each time. */
export function createMessages({ sandbox, state, guildId }: Arena): (count: number) => Buffer {
  const { world } = sandbox.context
  const people = [...state.members].filter(([id]) => !world.accounts.get(id)?.bot && id !== state.guild.owner_id)
  const rooms = [...state.channelIds].slice(0, talkers)
  const placeholder = '9'.repeat(idDigits)
  const ready = rooms.flatMap((channelId, place) => {
    const [userId, member] = people[place % people.length] ?? []
    const author = world.accounts.get(userId ?? '')?.user
    if (!author) return []
    const content = Array.from({ length: 8 }, (_, word) => words[(place * 5 + word * 3) % words.length]).join(' ')
    const timestamp = new Date(sandbox.context.now()).toISOString()
    const message = blankMessage({ id: placeholder, channel_id: channelId, author, content, timestamp })
    const data = { ...message, guild_id: guildId, member }
    // An old sequence number: the session follows those of the gateway.
    const frame = frameOf(JSON.stringify({ t: 'MESSAGE_CREATE', s: 1, op: 0, d: data }))
    return [{ frame, at: frame.indexOf(placeholder) }]
  })
  let last = BigInt(sandbox.context.nextId())
  let turn = 0
  return count => {
    const frames = Array.from({ length: count }, () => {
      const { frame, at } = ready[turn++ % ready.length] ?? { frame: Buffer.alloc(0), at: 0 }
      const own = Buffer.from(frame)
      own.write(String(++last), at, idDigits, 'latin1')
      return own
    })
    return Buffer.concat(frames)
  }
}
