import { setImmediate as breathe } from 'node:timers/promises'
import type { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { RunningSandbox } from '#sandbox/server.ts'
import { blankMessage } from '#sandbox/world/blank.ts'

interface Spot {
  guildId: string
  channelId: string
  userId: string
}

const words = 'clay wheel kiln glaze bowl cone slow fire bench oak ash plank stool brush line paint sign letter'.split(
  ' ',
)
const batch = 200
const markerLimitMs = 180_000

/** How many people of each guild write at the same time, each in a channel of their own. */
const talkers = 5

/** The authors of the messages: members of all guilds in turn, so that messages are spread as real ones are. */
function spots(sandbox: RunningSandbox): Spot[] {
  const { world } = sandbox.context
  const guilds = [...world.guilds].map(([guildId, state]) => ({
    guildId,
    channelIds: [...state.channelIds],
    people: [...state.members].filter(([id]) => !world.accounts.get(id)?.bot && id !== state.guild.owner_id),
  }))
  return Array.from({ length: talkers }).flatMap((_, turn) =>
    guilds.flatMap(({ guildId, channelIds, people }) => {
      const [userId] = people[turn % people.length] ?? []
      const channelId = channelIds[turn % Math.min(channelIds.length, 5)]
      return userId && channelId ? [{ guildId, channelId, userId }] : []
    }),
  )
}

/**
 * The pause between two messages of one person according to their ids (ms): real people do not write as fast as
 * messages are processed here.
 */
const pauseMs = 10_000
const discordEpoch = 1_420_070_400_000

/** An id for a given time; `count` makes ids of the same time distinct. */
const idAt = (unixMs: number, count: number): string =>
  String((BigInt(Math.floor(unixMs - discordEpoch)) << 22n) | BigInt(count % 4_194_304))

function say(sandbox: RunningSandbox, spot: Spot, content: string, id = sandbox.context.nextId()): void {
  const { context } = sandbox
  const author = context.world.accounts.get(spot.userId)?.user
  const member = context.world.guilds.get(spot.guildId)?.members.get(spot.userId)
  if (!author) throw new Error(`nobody has the id ${spot.userId}`)
  const timestamp = new Date(context.now()).toISOString()
  const message = blankMessage({ id, channel_id: spot.channelId, author, content, timestamp })
  context.emit({
    type: 'MESSAGE_CREATE' as GatewayDispatchEvents.MessageCreate,
    data: { ...message, guild_id: spot.guildId, member },
    audience: { guildId: spot.guildId, channelId: spot.channelId },
  })
}

/** How many texts have been used so far in a sandbox, so that nobody repeats a message in the next flood. */
const said = new WeakMap<RunningSandbox, number>()
const beginning = new WeakMap<RunningSandbox, number>()

/**
 * Sends `count` messages as fast as the socket takes them, then `.ping`, and waits until that is answered:
 * all messages before it have then been processed.
 * @returns seconds from the first message to the answer
 */
export async function flood(sandbox: RunningSandbox, count: number): Promise<number> {
  const places = spots(sandbox)
  const [first] = places
  if (!first) throw new Error('this world has nowhere to talk')
  const place = `/channels/${first.channelId}/messages`
  const answers = () => sandbox.requests().filter(({ method, path }) => method === 'POST' && path === place).length
  const before = answers()
  const from = said.get(sandbox) ?? 0
  said.set(sandbox, from + count)
  const begun = performance.now()
  const started = beginning.get(sandbox) ?? Date.now()
  beginning.set(sandbox, started)
  for (let sent = from; sent < from + count; sent++) {
    const sentence = Array.from({ length: 8 }, (_, word) => words[(sent * 5 + word * 3) % words.length])
    say(
      sandbox,
      places[sent % places.length] ?? first,
      `${sentence.join(' ')} ${sent}`,
      idAt(started + (sent / places.length) * pauseMs, sent),
    )
    if (sent % batch === 0) await breathe()
  }
  // The owner is exempt from limits on how fast members may write.
  say(sandbox, { ...first, userId: sandbox.context.world.guilds.get(first.guildId)?.guild.owner_id ?? '' }, '.ping')
  while (answers() === before) {
    if (performance.now() - begun > markerLimitMs) throw new Error('the marker was never answered')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return (performance.now() - begun) / 1000
}
