import { type APIEmbed, DiscordAPIError, type Guild, type Message, RESTJSONErrorCodes as Code } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { isHidden } from '#kit/hidden-channel.ts'
import { job, type Services } from '#kernel/feature.ts'
import { caseByNumber } from '../cases/case-store.ts'
import { oneAtATime } from '../sanctions/one-at-a-time.ts'
import { casePosts } from '../table.ts'
import { caseEmbed } from './case-embed.ts'
import { postTimer } from './post-timer.ts'

const gone = new Set<unknown>([Code.UnknownMessage, Code.UnknownChannel])

/** Returns a post as it is now; undefined if somebody deleted it. @throws any other error from Discord */
async function standing(guild: Guild, channelId: string, messageId: string): Promise<Message | undefined> {
  const channel = guild.channels.cache.get(channelId)
  if (!channel?.isTextBased()) return undefined
  try {
    return await channel.messages.fetch({ message: messageId, force: true, cache: false })
  } catch (error) {
    if (error instanceof DiscordAPIError && gone.has(error.code)) return undefined
    throw error
  }
}

async function rewrite(services: Services, guild: Guild, channelId: string, messageId: string): Promise<void> {
  const here = and(eq(casePosts.guildId, guild.id), eq(casePosts.messageId, messageId))
  const channel = guild.channels.cache.get(channelId)
  // The bot cannot see the channel at present.
  if (channel && isHidden(channel)) return
  const message = await standing(guild, channelId, messageId)
  if (!message) {
    // It may have been deleted on purpose, so it is not posted again.
    services.db.delete(casePosts).where(here).run()
    return
  }
  const embeds: APIEmbed[] = message.embeds.map(embed => embed.toJSON())
  let changed = false
  for (const { number, place } of services.db.select().from(casePosts).where(here).all()) {
    const found = caseByNumber(services, guild.id, number)
    const before = embeds[place]
    if (!found || before?.title === undefined) continue
    const after = caseEmbed(services, guild.id, found)
    if (says(before) === says(after)) continue
    embeds[place] = after
    changed = true
  }
  if (changed) await message.edit({ embeds, allowedMentions: { parse: [] } })
}

/** Returns the parts of an embed that people read. */
const says = ({ title, url, color, fields = [] }: APIEmbed): string =>
  JSON.stringify([title, url, color, fields.map(({ name, value }) => [name, value])])

/** Safe to repeat: a post that is already up to date is not edited. */
export const rewritePostJob = job({
  handle: postTimer,
  promise: 'housekeeping',
  async run(services, { channelId, messageId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    await oneAtATime(services, `post/${messageId}`, () => rewrite(services, guild, channelId, messageId))
  },
})
