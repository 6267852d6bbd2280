import { setImmediate as breathe } from 'node:timers/promises'
import type { APIMessage, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { RunningSandbox } from '#sandbox/server.ts'

interface Spot {
  guildId: string
  channelId: string
  userId: string
  roles: readonly string[]
}

const words = 'clay wheel kiln glaze bowl cone slow fire bench oak ash plank stool brush line paint sign letter'.split(
  ' ',
)
const batch = 200
const markerLimitMs = 180_000

/** Every guild's first text channels with some of its people, for messages that spread as real ones do. */
function spots(sandbox: RunningSandbox): Spot[] {
  const { world } = sandbox.context
  return [...world.guilds].flatMap(([guildId, state]) => {
    const people = [...state.members].filter(([id]) => !world.accounts.get(id)?.bot)
    return [...state.channelIds].slice(0, 5).flatMap((channelId, index) => {
      const [userId, member] = people[(index * 7) % people.length] ?? []
      return userId && member ? [{ guildId, channelId, userId, roles: member.roles }] : []
    })
  })
}

function say(sandbox: RunningSandbox, spot: Spot, content: string): void {
  const { context } = sandbox
  const author = context.world.accounts.get(spot.userId)?.user
  const member = context.world.guilds.get(spot.guildId)?.members.get(spot.userId)
  const message = {
    id: context.nextId(),
    type: 0,
    channel_id: spot.channelId,
    author,
    content,
    timestamp: new Date(context.now()).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
  } as unknown as APIMessage
  context.emit({
    type: 'MESSAGE_CREATE' as GatewayDispatchEvents.MessageCreate,
    data: { ...message, guild_id: spot.guildId, member },
    audience: { guildId: spot.guildId, channelId: spot.channelId },
  })
}

/**
 * Sends `count` messages as fast as the socket takes them, then `.ping`, and waits until that is answered:
 * all before it has then been heard.
 * @returns seconds from the first message to the answer
 */
export async function flood(sandbox: RunningSandbox, count: number): Promise<number> {
  const places = spots(sandbox)
  const [first] = places
  if (!first) throw new Error('this world has nowhere to talk')
  const place = `/channels/${first.channelId}/messages`
  const answers = () => sandbox.requests().filter(({ method, path }) => method === 'POST' && path === place).length
  const before = answers()
  const begun = performance.now()
  for (let sent = 0; sent < count; sent++) {
    say(
      sandbox,
      places[sent % places.length] ?? first,
      Array.from({ length: 8 }, (_, word) => words[(sent * 5 + word * 3) % words.length]).join(' '),
    )
    if (sent % batch === 0) await breathe()
  }
  say(sandbox, first, '.ping')
  while (answers() === before) {
    if (performance.now() - begun > markerLimitMs) throw new Error('the marker was never answered')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return (performance.now() - begun) / 1000
}
