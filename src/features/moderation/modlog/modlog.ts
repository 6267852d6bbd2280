import { type APIEmbed, DiscordAPIError, type Guild, type GuildTextBasedChannel } from 'discord.js'
import { processState, type Services, state } from '#kernel/feature.ts'
import { waitLeft } from '#kit/clock.ts'
import { mayWrite } from '#kit/permissions.ts'
import moderation from '../contract.ts'

/** Discord's limits for one message, "Embed Limits". */
const mostEmbeds = 10
const mostCharacters = 6000
/** How many posts may wait in one guild; further ones are dropped, though the cases are stored all the same. */
const mostWaiting = 200
/** How long a channel that refused is not tried again (ms). */
const restMs = 60_000

/** The place of a case in the log. */
export interface Post {
  channelId: string
  messageId: string
  /** The index of the message's embed, from 0. */
  place: number
}

/** An embed to post, rendered when it is its turn. */
interface Entry {
  embed(): APIEmbed
  posted?(sent: APIEmbed, post: Post): void
}

interface Waiting extends Entry {
  settled(): void
}

interface Queue {
  waiting: Waiting[]
  running: Promise<void> | undefined
  /** The channel that refused, and when (Unix ms): it is not tried again for a while. */
  refused: { channelId: string; at: number } | undefined
}

const queueOf = state((): Queue => ({ waiting: [], running: undefined, refused: undefined }))
/** Deliveries in progress, which a shutdown waits for. */
const runningIn = processState(() => new Set<Promise<void>>())

/** Returns the number of characters that Discord counts toward the limit for all embeds of a message. */
export function embedCharacters({ title, description, author, footer, fields = [] }: APIEmbed): number {
  const texts = [title, description, author?.name, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

/** Returns how many of the first embeds fit into one message. */
export function embedsThatFit(embeds: readonly APIEmbed[]): number {
  let total = 0
  const end = embeds.slice(0, mostEmbeds).findIndex(embed => (total += embedCharacters(embed)) > mostCharacters)
  return Math.max(1, end === -1 ? Math.min(embeds.length, mostEmbeds) : end)
}

function chosenChannel({ settings }: Pick<Services, 'settings'>, guild: Guild) {
  const id = settings.read(guild.id, moderation).modlogChannel
  return id === null ? undefined : guild.channels.cache.get(id)
}

/** Whether a guild has a log channel, whether or not the bot may write in it. */
export const hasModlog = (services: Pick<Services, 'settings'>, guild: Guild): boolean =>
  chosenChannel(services, guild) !== undefined

/** Returns the channel of a guild's log, if the bot may write there now. */
function destination(services: Services, guild: Guild, queue: Queue): GuildTextBasedChannel | undefined {
  const channel = chosenChannel(services, guild)
  if (!channel?.isTextBased() || !guild.available) return undefined
  if (queue.refused?.channelId === channel.id && waitLeft(queue.refused.at, restMs, services.now()) > 0)
    return undefined
  return mayWrite(channel, ['EmbedLinks']) ? channel : undefined
}

async function deliver(services: Services, guild: Guild, queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    const ready = queue.waiting.slice(0, mostEmbeds).map(one => ({ ...one, sent: one.embed() }))
    const batch = ready.slice(0, embedsThatFit(ready.map(({ sent }) => sent)))
    queue.waiting.splice(0, batch.length)
    let channelId: string | undefined
    try {
      const channel = destination(services, guild, queue)
      channelId = channel?.id
      const message = await channel?.send({ embeds: batch.map(({ sent }) => sent), allowedMentions: { parse: [] } })
      if (message)
        for (const [place, { posted, sent }] of batch.entries())
          posted?.(sent, { channelId: message.channelId, messageId: message.id, place })
    } catch (err) {
      const refused = err instanceof DiscordAPIError && (err.status === 403 || err.status === 404)
      if (refused && channelId !== undefined) queue.refused = { channelId, at: services.now() }
      services.log.warn({ err, guildId: guild.id, feature: moderation.name }, 'moderation log could not be written')
    }
    for (const { settled } of batch) settled()
  }
  queue.running = undefined
}

/**
 * Posts to the moderation log channel, if one is set and the bot may write there. Never throws. Sends one message at a
 * time per guild, with up to ten embeds, so that a burst of cases needs few requests. A channel that answered 403 or
 * 404 is not tried again for a minute, or until another one is set.
 * @returns a promise that resolves when it was posted or given up
 */
export function postModlog(services: Services, guild: Guild, entry: APIEmbed | Entry): Promise<void> {
  if (services.settings.read(guild.id, moderation).modlogChannel === null) return Promise.resolve()
  const queue = queueOf(services, guild.id)
  if (queue.waiting.length >= mostWaiting) return Promise.resolve()
  return new Promise(settled => {
    queue.waiting.push({ ...('embed' in entry ? entry : { embed: () => entry }), settled })
    if (queue.running) return
    const running = deliver(services, guild, queue)
    queue.running = running
    runningIn(services).add(running)
    void running.finally(() => runningIn(services).delete(running))
  })
}

/** How long a shutdown waits for deliveries in progress (ms). */
const shutdownMs = 2000

/** Waits a moment for posts that are still in the queue. */
export async function finishModlog(services: Pick<Services, 'memory'>): Promise<void> {
  const running = [...runningIn(services)]
  if (running.length === 0) return
  const { promise: timeUp, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, shutdownMs)
  await Promise.race([Promise.all(running), timeUp])
  clearTimeout(timer)
}
