import { DiscordAPIError, type GuildTextBasedChannel, RESTJSONErrorCodes } from 'discord.js'
import type { Logger } from '#kernel/log.ts'

/** Discord's limit for one bulk deletion. */
const mostTogether = 100

interface Waiting {
  id: string
  settled(deleted: boolean): void
}

export interface Deletions {
  /** Deletes messages of a channel. Never throws. @returns whether the first is gone now */
  remove(channel: GuildTextBasedChannel, ids: readonly string[]): Promise<boolean>
}

const isGone = (error: unknown) =>
  error instanceof DiscordAPIError &&
  (error.code === RESTJSONErrorCodes.UnknownMessage || error.code === RESTJSONErrorCodes.UnknownChannel)

async function erase(channel: GuildTextBasedChannel, ids: readonly string[], log: Logger): Promise<boolean> {
  const [only, ...more] = ids
  if (only === undefined) return true
  try {
    if (more.length > 0) await channel.bulkDelete(ids, true)
    else await channel.messages.delete(only)
    return true
  } catch (err) {
    if (isGone(err)) return true
    log.warn({ err, channelId: channel.id, count: ids.length }, 'messages could not be deleted')
    return false
  }
}

/**
 * One request at a time in each channel: what comes while it runs is deleted together afterwards, so that a burst costs a
 * few requests.
 */
export function createDeletions(log: Logger): Deletions {
  const queues = new Map<string, Waiting[]>()

  async function work(channel: GuildTextBasedChannel, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostTogether)
      const deleted = await erase(channel, [...new Set(batch.map(({ id }) => id))], log)
      for (const { settled } of batch) settled(deleted)
    }
    queues.delete(channel.id)
  }

  return {
    async remove(channel, ids) {
      const running = queues.get(channel.id)
      const queue = running ?? []
      const done = ids.map(id => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        queue.push({ id, settled: resolve })
        return promise
      })
      if (!running) {
        queues.set(channel.id, queue)
        void work(channel, queue)
      }
      return (await Promise.all(done))[0] ?? true
    },
  }
}
