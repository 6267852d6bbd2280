import { DiscordAPIError, type Message, Routes, type User } from 'discord.js'
import { z } from 'zod'
import { type Context, job } from '#kernel/feature.ts'
import { listed } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import { mayWrite } from '#kit/permissions.ts'
import automod from '../contract.ts'
import { logColour, type ReportedRule } from './log-embed.ts'
import { withinBudget, type State } from '../state.ts'

type Ctx = Context<typeof automod>

const shownMs = 5_000
/** Discord treats a bot that messages many people at once as a spammer. */
const directMessagesPerMinute = 10

const reasons = (hits: readonly ReportedRule[]) => listed([...new Set(hits.map(({ reason }) => reason))])

/** Posts a note in the channel for five seconds, at most one at a time. Never throws. */
export async function postChannelNotice(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  hits: readonly ReportedRule[],
): Promise<void> {
  const { guild, own, log, scheduler, now } = ctx
  const { channel, author } = message
  if (!own.notifyChannel || state.notifiedChannels.has(channel.id) || !mayWrite(channel)) return
  state.notifiedChannels.set(channel.id, true)
  try {
    const content = `<@${author.id}>, I removed your message: it ${reasons(hits)}.`
    const notice = await channel.send({ content, allowedMentions: { parse: [] } })
    const payload = { channelId: channel.id, messageId: notice.id }
    scheduler.at(removeNotice, { at: now() + shownMs, guildId: guild.id, payload })
  } catch (err) {
    log.info({ err, guildId: guild.id, feature: automod.name }, 'notice could not be posted')
  }
}

const gone = new Set([403, 404])
const notice = z.object({ channelId: z.string(), messageId: z.string() })

/** Deletes a note, including one from before a restart. */
export const removeNotice = job({
  promise: 'housekeeping',
  payload: notice,
  async run({ client }, { channelId, messageId }) {
    try {
      await client.rest.delete(Routes.channelMessage(channelId, messageId))
    } catch (error) {
      if (!(error instanceof DiscordAPIError && gone.has(error.status))) throw error
    }
  },
})

/** Sends the author the number of their strikes, at most once a minute. Never throws. */
export async function notifyAuthor(
  ctx: Ctx,
  state: State,
  author: User,
  hits: readonly ReportedRule[],
  strikes: number,
): Promise<void> {
  const { guild, own, log } = ctx
  const key = `${guild.id}/${author.id}`
  if (
    !own.notifyMember ||
    state.notifiedMembers.has(key) ||
    !withinBudget(state.directMessages, guild.id, directMessagesPerMinute)
  )
    return
  state.notifiedMembers.set(key, true)
  try {
    const description = `I removed your message in **${inert(guild.name)}**: it ${reasons(hits)}. You have ${strikes} of ${own.maxStrikes} strikes.`
    await author.send({ embeds: [{ color: logColour, description }] })
  } catch (err) {
    log.debug({ err, guildId: guild.id, feature: automod.name }, 'author could not be told')
  }
}
