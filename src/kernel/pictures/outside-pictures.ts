import { LRUCache } from 'lru-cache'
import { UserError } from '#kit/errors.ts'
import { createMinuteBudget } from '#kit/minute-budget.ts'
import { largestPicture, loadPicture, type Picture, type WebReach } from './load-picture.ts'
import { publicWeb, resolveName } from './public-address.ts'

/** How many pictures one server may have fetched in a minute, and at the same time. */
const mostPerMinute = 30
const mostAtOnce = 3
/** How many at the same time for all servers together, so that memory is bounded. */
const mostInAll = 16
/** How long a picture is cached, and how long the absence of one (ms). */
const keptMs = 5 * 60_000
const missedMs = 20_000
const keptBytes = 4 * largestPicture

export interface OutsidePictures {
  /**
   * Loads a picture from another site for a page of this server. It is fetched by us, so that the site does not learn
   * who looks at it, and cached for minutes, with a budget for each server.
   * @returns undefined when there is no picture to show
   * @throws UserError 429 when the server has used up its budget
   */
  load(guildId: string, address: string): Promise<Picture | undefined>
}

interface Options extends Partial<WebReach> {
  now?: () => number
}

/** Creates the loader. @param options.mayReach the public web by default; tests have their sites on this machine */
export function createOutsidePictures({
  now = () => performance.now(),
  resolve = resolveName,
  mayReach = publicWeb,
}: Options = {}): OutsidePictures {
  const kept = new LRUCache<string, { picture: Picture | undefined }>({
    maxSize: keptBytes,
    sizeCalculation: ({ picture }) => (picture?.content.byteLength ?? 0) + 1000,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now },
  })
  const ofMinute = createMinuteBudget(mostPerMinute, now)
  const atOnce = new Map<string, number>()
  const coming = new Map<string, Promise<Picture | undefined>>()

  const busy = (seconds: number) =>
    new UserError('pictures.budget', `Too many pictures at once. Try again in ${seconds} seconds.`, 429)

  const count = (guildId: string) => {
    const seconds = ofMinute.secondsLeft(guildId)
    if (seconds > 0) throw busy(seconds)
    if ((atOnce.get(guildId) ?? 0) >= mostAtOnce || coming.size >= mostInAll) throw busy(1)
    ofMinute.spend(guildId)
    atOnce.set(guildId, (atOnce.get(guildId) ?? 0) + 1)
  }
  const settle = (guildId: string) => {
    const left = (atOnce.get(guildId) ?? 1) - 1
    if (left > 0) atOnce.set(guildId, left)
    else atOnce.delete(guildId)
  }

  return {
    async load(guildId, address) {
      const known = kept.get(address)
      if (known) return known.picture
      // Each server loads a picture on its own budget, even if another one is loading the same.
      const key = `${guildId} ${address}`
      const already = coming.get(key)
      if (already) return already
      count(guildId)
      const loading = loadPicture(address, { resolve, mayReach })
        .then(picture => {
          kept.set(address, { picture }, { ttl: picture ? keptMs : missedMs })
          return picture
        })
        .finally(() => {
          coming.delete(key)
          settle(guildId)
        })
      coming.set(key, loading)
      return loading
    },
  }
}
