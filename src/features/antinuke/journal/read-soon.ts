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

/** One reading covers what happens within this time (ms). */
const togetherMs = 1000
/** Between two readings of the same part (ms): whoever changes things all the time does not cost more. */
const apartMs = 5000

interface Soon {
  timer: NodeJS.Timeout | undefined
  /** When the last reading began (ms, monotonic). */
  last: number
}

const soonOf = processState(() => new Map<string, Soon>())

/** Until when nothing is read of a server (ms, monotonic). */
const quietUntil = state(() => ({ at: -Infinity }))
/** The same of all servers together: until when one of them is not. */
const anyQuietUntil = processState(() => ({ at: -Infinity }))

/** A server that is being put back is read afterwards: until then it changes all the time, and every request counts. */
export function putOffReading(services: Services, guildId: string): void {
  const until = performance.now() + 2 * apartMs
  quietUntil(services, guildId).at = until
  // Nobody's, in which it is rehearsed, is none of the bot's.
  if (services.client.guilds.cache.has(guildId)) anyQuietUntil(services).at = until
}

/** Whether any server is attacked or put back at this moment. */
export const isAnyAttacked = (services: Pick<Services, 'memory'>): boolean =>
  performance.now() < anyQuietUntil(services).at

/** Reads a part of a server of which Discord only hints that it has changed. A hint lost in a kill is found by the reading after the start. */
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

/** At a shutdown: the reading after the next start finds what was hinted at. */
export function stopReading(services: Services): void {
  for (const { timer } of soonOf(services).values()) clearTimeout(timer)
  soonOf(services).clear()
}
