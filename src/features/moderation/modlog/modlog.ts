import { type APIEmbed, type Client, DiscordAPIError, type Guild, type GuildTextBasedChannel } from 'discord.js'
import { LRUCache } from 'lru-cache'
import type { Services } from '#kernel/feature.ts'
import { mayWrite } from '#kit/permissions.ts'
import moderation from '../contract.ts'

/** Discord's limits for one message, "Embed Limits". */
const mostEmbeds = 10
const mostCharacters = 6000
/** Posts that may wait in one guild; more are dropped, the cases themselves are stored all the same. */
const mostWaiting = 200
/** How long a channel that refused is left alone. */
const restMs = 60_000

interface Waiting {
  embed: APIEmbed
  settled(): void
}

interface Queue {
  waiting: Waiting[]
  running: Promise<void> | undefined
  /** The channel that refused, and until when (Unix ms) nothing is posted there. */
  refused: { channelId: string; until: number } | undefined
}

const queuesOf = new WeakMap<Client, LRUCache<string, Queue>>()

function queueOf(client: Client, guildId: string): Queue {
  const queues = queuesOf.get(client) ?? new LRUCache<string, Queue>({ max: 10_000 })
  queuesOf.set(client, queues)
  const queue = queues.get(guildId) ?? { waiting: [], running: undefined, refused: undefined }
  queues.set(guildId, queue)
  return queue
}

/** Characters that Discord counts together over all embeds of a message. */
export function embedCharacters({ title, description, author, footer, fields = [] }: APIEmbed): number {
  const texts = [title, description, author?.name, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

/** How many of the first embeds go into one message. */
export function embedsThatFit(embeds: readonly APIEmbed[]): number {
  let total = 0
  const end = embeds.slice(0, mostEmbeds).findIndex(embed => (total += embedCharacters(embed)) > mostCharacters)
  return Math.max(1, end === -1 ? Math.min(embeds.length, mostEmbeds) : end)
}

/** Where a guild's log goes now, if the bot may write there. */
function destination(services: Services, guild: Guild, queue: Queue): GuildTextBasedChannel | undefined {
  const channelId = services.settings.read(guild.id, moderation).modlogChannel
  const channel = channelId === null ? undefined : guild.channels.cache.get(channelId)
  if (!channel?.isTextBased() || !guild.available) return undefined
  if (queue.refused?.channelId === channelId && services.now() < queue.refused.until) return undefined
  return mayWrite(channel, ['EmbedLinks']) ? channel : undefined
}

async function deliver(services: Services, guild: Guild, queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0, embedsThatFit(queue.waiting.map(({ embed }) => embed)))
    let channelId: string | undefined
    try {
      const channel = destination(services, guild, queue)
      channelId = channel?.id
      await channel?.send({ embeds: batch.map(({ embed }) => embed), allowedMentions: { parse: [] } })
    } catch (err) {
      const refused = err instanceof DiscordAPIError && (err.status === 403 || err.status === 404)
      if (refused && channelId !== undefined) queue.refused = { channelId, until: services.now() + restMs }
      services.log.warn({ err, guildId: guild.id, feature: moderation.name }, 'moderation log could not be written')
    }
    for (const { settled } of batch) settled()
  }
  queue.running = undefined
}

/**
 * Posts to the moderation log channel, if one is set and the bot may write there. Never throws. One message at a time
 * in a guild, with up to ten embeds, so that a burst of cases costs few requests; a channel that answered 403 or 404
 * is left alone for a minute or until another one is set.
 * @returns resolves when it was posted or given up
 */
export function postModlog(services: Services, guild: Guild, embed: APIEmbed): Promise<void> {
  if (services.settings.read(guild.id, moderation).modlogChannel === null) return Promise.resolve()
  const queue = queueOf(services.client, guild.id)
  if (queue.waiting.length >= mostWaiting) return Promise.resolve()
  return new Promise(settled => {
    queue.waiting.push({ embed, settled })
    queue.running ??= deliver(services, guild, queue)
  })
}

/** How long a shutdown waits for posts that are under way. */
const shutdownMs = 2000

/** Waits a moment for what is still to be posted. */
export async function finishModlog({ client }: Pick<Services, 'client'>): Promise<void> {
  const running = [...(queuesOf.get(client)?.values() ?? [])].flatMap(queue => queue.running ?? [])
  if (running.length === 0) return
  const { promise: timeUp, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, shutdownMs)
  await Promise.race([Promise.all(running), timeUp])
  clearTimeout(timer)
}
