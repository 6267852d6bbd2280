import type { Guild } from 'discord.js'
import { processState, type Services, state } from '#kernel/feature.ts'
import { keepPictures } from './pictures.ts'
import { readNewcomers, readRulesAndInvites, readStructure, readWebhooks } from './read-server.ts'

type Part = 'webhooks' | 'newcomers' | 'structure' | 'rules' | 'pictures'

const readers: Readonly<Record<Part, (services: Services, guild: Guild, why: 'hinted') => Promise<void>>> = {
  newcomers: readNewcomers,
  structure: readStructure,
  rules: readRulesAndInvites,
  pictures: (services, { id }) => keepPictures(services, id),
  async webhooks(services, guild, why) {
    await readWebhooks(services, guild, why)
    await keepPictures(services, guild.id)
  },
}

/** How long to wait, so that one reading covers everything that happens in this time (ms). */
const togetherMs = 1000
/**
 * The time between two readings of the same part (ms), so that somebody who changes things all the time costs no more.
 */
const apartMs = 5000

interface Soon {
  timer: NodeJS.Timeout | undefined
  /** When the last reading began (ms, monotonic). */
  last: number
}

const soonOf = processState(() => new Map<string, Soon>())

/** Until when nothing of a server is read (ms, monotonic). */
const quietUntil = state(() => ({ at: -Infinity }))
/** The same over all servers: until when at least one of them is not read. */
const anyQuietUntil = processState(() => ({ at: -Infinity }))

/** Puts off reading a server that is being put back: it changes all the time until then, and every request counts. */
export function postponeReading(services: Services, guildId: string): void {
  const until = performance.now() + 2 * apartMs
  quietUntil(services, guildId).at = until
  // The server of a rehearsal is none of the bot's servers.
  if (services.client.guilds.cache.has(guildId)) anyQuietUntil(services).at = until
}

/** Whether any server is being attacked or put back at this moment. */
export const isAnyAttacked = (services: Pick<Services, 'memory'>): boolean =>
  performance.now() < anyQuietUntil(services).at

/**
 * Reads a part of a server about which Discord only hints that it has changed. If a crash loses a hint, the reading
 * after the start finds the change.
 */
export function readSoon(services: Services, guildId: string, part: Part): void {
  const all = soonOf(services)
  const key = `${guildId} ${part}`
  const soon = all.get(key) ?? { timer: undefined, last: -Infinity }
  if (soon.timer) return
  all.set(key, soon)
  const waitMs = Math.max(togetherMs, soon.last + apartMs - performance.now())
  const read = () => {
    const putOffMs = quietUntil(services, guildId).at - performance.now()
    if (putOffMs > 0) {
      soon.timer = setTimeout(read, putOffMs).unref()
      return
    }
    soon.timer = undefined
    soon.last = performance.now()
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild) return
    services.background(readers[part](services, guild, 'hinted'), {
      text: 'the journal could not read a part of the server',
      level: 'warn',
      guildId,
      part,
    })
  }
  soon.timer = setTimeout(read, waitMs).unref()
}

/** Stops at shutdown: the reading after the next start finds what was hinted at. */
export function stopReading(services: Services): void {
  for (const { timer } of soonOf(services).values()) clearTimeout(timer)
  soonOf(services).clear()
}
