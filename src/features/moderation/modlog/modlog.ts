import { type APIEmbed, DiscordAPIError, type Guild, type GuildTextBasedChannel } from 'discord.js'
import { processState, type Services, state } from '#kernel/feature.ts'
import { waitLeft } from '#kit/clock.ts'
import { mayWrite } from '#kit/permissions.ts'
import moderation from '../contract.ts'

/** Discord's limits for one message, "Embed Limits". */
const mostEmbeds = 10
const mostCharacters = 6000
/** Posts that may wait in one guild; more are dropped, the cases themselves are stored all the same. */
const mostWaiting = 200
/** How long a channel that refused is left alone. */
const restMs = 60_000

/** Where something stands in the log. */
export interface Post {
  channelId: string
  messageId: string
  /** Which of the message's embeds, from 0. */
  place: number
}

/** Something to post, as it is when its turn comes. */
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
  /** The channel that refused, and when (Unix ms): it is left alone for a while. */
  refused: { channelId: string; at: number } | undefined
}

const queueOf = state((): Queue => ({ waiting: [], running: undefined, refused: undefined }))
/** Deliveries under way, for a shutdown to wait for. */
const runningIn = processState(() => new Set<Promise<void>>())

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

function chosenChannel({ settings }: Pick<Services, 'settings'>, guild: Guild) {
  const id = settings.read(guild.id, moderation).modlogChannel
  return id === null ? undefined : guild.channels.cache.get(id)
}

/** Whether a guild has a log, in which the bot may write or not. */
export const hasModlog = (services: Pick<Services, 'settings'>, guild: Guild): boolean =>
  chosenChannel(services, guild) !== undefined

/** Where a guild's log goes now, if the bot may write there. */
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
 * Posts to the moderation log channel, if one is set and the bot may write there. Never throws. One message at a time
 * in a guild, with up to ten embeds, so that a burst of cases costs few requests; a channel that answered 403 or 404
 * is left alone for a minute or until another one is set.
 * @returns resolves when it was posted or given up
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

/** How long a shutdown waits for posts that are under way. */
const shutdownMs = 2000

/** Waits a moment for what is still to be posted. */
export async function finishModlog(services: Pick<Services, 'memory'>): Promise<void> {
  const running = [...runningIn(services)]
  if (running.length === 0) return
  const { promise: timeUp, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, shutdownMs)
  await Promise.race([Promise.all(running), timeUp])
  clearTimeout(timer)
}
