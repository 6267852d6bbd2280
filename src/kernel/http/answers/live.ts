import type { Client } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { UserError } from '#kit/errors.ts'
import type { Live } from '../../declarations/live.ts'
import type { Logger } from '../../log.ts'

/** One open connection that follows a stream. */
export interface Follower {
  /** The stream and the guild, from {@link streamKey}. */
  key: string
  guildId: string
  userId: string
  sessionId: string
  write(text: string): void
  end(): void
  /** Whether its user is still signed in and may still see this. */
  allowed(): Promise<boolean>
}

/** The kernel's side of live events: who follows which stream. */
export interface LiveStreams extends Live {
  /**
   * Adds a connection and sends the events that it missed since `lastEventId`, or 'missed' when those are no longer
   * kept.
   * @returns a function that removes it
   * @throws UserError 429 when the person or the guild has too many
   */
  follow(follower: Follower, lastEventId: string | undefined): () => void
  /** Ends the streams of a browser that has signed out. */
  endSession(sessionId: string): void
  close(): void
}

/** The interval of heartbeats (ms): proxies drop a connection that is silent for 60 s, some after 30. */
const beatMs = 15_000
/** How long a browser waits before it reconnects (ms). */
const retryMs = 3000
/** How many events are kept for connections that broke, for each stream of a guild. */
const keptEvents = 100
const keptMs = 10 * 60_000
/** The most connections of one person, and in one guild. A browser has one for each open page. */
const most = { person: 10, guild: 200 }

export const streamKey = (guildId: string, feature: string, stream: string) => `${guildId}/${feature}/${stream}`

const frame = (id: string, event: string, data: unknown) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

interface Kept {
  /** All events after this number are kept. */
  after: number
  events: { number: number; text: string }[]
}

/** Creates the live streams: connections that stay open, and the events that are sent over them. */
export function createLive({ client, log }: { client: Client; log: Logger }): LiveStreams {
  const followers = new Map<string, Set<Follower>>()
  const kept = new LRUCache<string, Kept>({ ...entryLimit(1000), ttl: keptMs })
  // Part of event ids, because numbers from an earlier start are meaningless now.
  const start = Date.now().toString(36)
  let number = 0
  const all = () => [...followers.values()].flatMap(set => [...set])

  const check = (follower: Follower) =>
    follower.allowed().then(
      allowed => allowed || follower.end(),
      (err: unknown) => {
        log.warn({ err }, 'a live stream could not be checked')
        follower.end()
      },
    )
  const recheck = (guildId: string, userId?: string) => {
    for (const follower of all())
      if (follower.guildId === guildId && (userId === undefined || follower.userId === userId)) void check(follower)
  }
  client.on('guildMemberUpdate', (_before, { guild, id }) => recheck(guild.id, id))
  client.on('guildMemberRemove', ({ guild, id }) => recheck(guild.id, id))
  client.on('guildUpdate', (_before, { id }) => recheck(id))
  client.on('guildDelete', ({ id }) => recheck(id))
  client.on('roleUpdate', (_before, { guild }) => recheck(guild.id))
  client.on('roleDelete', ({ guild }) => recheck(guild.id))

  const beat = setInterval(() => {
    for (const follower of all()) {
      follower.write(':\n\n')
      void check(follower)
    }
  }, beatMs).unref()

  const since = (key: string, lastEventId: string | undefined): string => {
    const known = kept.get(key) ?? { after: number, events: [] }
    kept.set(key, known)
    const [from, last] = lastEventId?.split('-') ?? []
    if (from === undefined) return ''
    if (from !== start || Number(last) < known.after) return frame(`${start}-${number}`, 'missed', {})
    return known.events.flatMap(event => (event.number > Number(last) ? event.text : [])).join('')
  }

  return {
    recheck,
    publish(guildId, contract, stream, event, data) {
      const key = streamKey(guildId, contract.name, stream)
      const known = kept.get(key) ?? (followers.has(key) ? { after: number, events: [] } : undefined)
      if (!known) return
      if (followers.has(key)) kept.set(key, known)
      const text = frame(`${start}-${++number}`, event, data)
      known.events.push({ number, text })
      if (known.events.length > keptEvents) known.after = known.events.shift()?.number ?? known.after
      for (const follower of followers.get(key) ?? []) follower.write(text)
    },
    follow(follower, lastEventId) {
      const open = all()
      const mine = open.filter(({ userId }) => userId === follower.userId).length
      const here = open.filter(({ guildId }) => guildId === follower.guildId).length
      if (mine >= most.person || here >= most.guild)
        throw new UserError('live.busy', 'Too many pages that update by themselves are open.', 429)
      const { key } = follower
      const set = followers.get(key) ?? new Set()
      followers.set(key, set.add(follower))
      follower.write(`retry: ${retryMs}\nid: ${start}-${number}\n\n${since(key, lastEventId)}`)
      return () => {
        set.delete(follower)
        if (set.size === 0 && followers.get(key) === set) followers.delete(key)
      }
    },
    endSession(sessionId) {
      for (const follower of all()) if (follower.sessionId === sessionId) follower.end()
    },
    close() {
      clearInterval(beat)
      for (const follower of all()) follower.end()
    },
  }
}
