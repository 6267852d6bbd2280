import { DiscordAPIError, type GuildTextBasedChannel, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { explain, isOutage, isRefusal, refusal } from '#kit/discord-errors.ts'
import { formatCount } from '#kit/numbers.ts'
import { job, type Services } from '#kernel/feature.ts'
import { tellUnkept } from '#kernel/notify-unkept.ts'
import automod from '../contract.ts'

/** Discord's limit for one bulk deletion. */
const mostTogether = 100

interface Waiting {
  id: string
  settled(deleted: boolean): void
}

export interface MessageDeletion {
  /**
   * Deletes messages of a channel. Never throws.
   * @returns whether the first one is deleted, or will be as soon as Discord answers again
   */
  remove(services: Services, channel: GuildTextBasedChannel, ids: readonly string[]): Promise<boolean>
}

const isGone = (error: unknown) =>
  error instanceof DiscordAPIError &&
  (error.code === RESTJSONErrorCodes.UnknownMessage || error.code === RESTJSONErrorCodes.UnknownChannel)

/** @throws errors from Discord, except for messages that no longer exist */
async function erase(channel: GuildTextBasedChannel, ids: readonly string[]): Promise<void> {
  const [only, ...more] = ids
  if (only === undefined) return
  try {
    if (more.length > 0) await channel.bulkDelete(ids, true)
    else await channel.messages.delete(only)
  } catch (err) {
    if (!isGone(err)) throw err
  }
}

/** How long to wait before another attempt during an outage (ms). */
const laterMs = 5_000

async function eraseOrOrder(
  { log, now, scheduler }: Services,
  channel: GuildTextBasedChannel,
  ids: readonly string[],
): Promise<boolean> {
  try {
    await erase(channel, ids)
    return true
  } catch (err) {
    log.warn({ err, channelId: channel.id, count: ids.length }, 'messages could not be deleted')
    if (!isOutage(err)) return false
  }
  const payload = { channelId: channel.id, ids: [...ids] }
  scheduler.at(deletionRetry, { at: now() + laterMs, guildId: channel.guildId, payload })
  return true
}

const remains = z.object({ channelId: z.string(), ids: z.array(z.string()) })
const promised = ({ channelId, ids }: z.output<typeof remains>) =>
  `delete ${formatCount(ids.length, 'message')} in <#${channelId}> that broke a rule`

/** Deletes messages that could not be deleted during an outage of Discord. A refusal is reported, and not repeated. */
export const deletionRetry = job({
  lane: 'moderation',
  payload: remains,
  promise: promised,
  async run(services, wanted, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    // A bot that started during an outage does not know the server's channels.
    if (guild?.available === false) throw new Error('the server is not available')
    const channel = services.client.channels.cache.get(wanted.channelId)
    if (!channel?.isTextBased() || channel.isDMBased()) return
    try {
      await erase(channel, wanted.ids)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const why = explain(error)?.message ?? refusal(error)
      tellUnkept(services, channel.guild, automod, { promise: promised(wanted), why })
    }
  },
})

/**
 * Sends one request at a time per channel: messages that arrive in the meantime are then deleted together, so that a
 * burst costs only a few requests.
 */
export function createMessageDeletion(): MessageDeletion {
  const queues = new Map<string, Waiting[]>()

  async function work(services: Services, channel: GuildTextBasedChannel, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostTogether)
      const ids = [...new Set(batch.map(({ id }) => id))]
      const deleted = await eraseOrOrder(services, channel, ids).catch((err: unknown) => {
        services.log.error({ err, channelId: channel.id, count: ids.length }, 'messages left standing')
        return false
      })
      for (const { settled } of batch) settled(deleted)
    }
    queues.delete(channel.id)
  }

  return {
    async remove(services, channel, ids) {
      const running = queues.get(channel.id)
      const queue = running ?? []
      const done = ids.map(id => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        queue.push({ id, settled: resolve })
        return promise
      })
      if (!running) {
        queues.set(channel.id, queue)
        void work(services, channel, queue)
      }
      return (await Promise.all(done))[0] ?? true
    },
  }
}
