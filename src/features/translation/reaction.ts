import type {
  GuildTextBasedChannel,
  Message,
  MessageCreateOptions,
  MessageReaction,
  PartialMessageReaction,
  PartialUser,
  User,
} from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { z } from 'zod'
import { type Context, job, processState, type Services } from '#kernel/feature.ts'
import { waitLeft } from '#kit/clock.ts'
import { failure } from '#kit/notices.ts'
import { mayWrite } from '#kit/permissions.ts'
import { inert, endTag } from '#kit/template.ts'
import { snowflake } from '#contract'
import { translationEmbed } from './translation-embed.ts'
import translation, { cooldownSeconds } from './contract.ts'
import { languagesOf } from './countries.ts'
import { claim, release } from './translated-messages.ts'
import { availableOf, type Language } from './languages.ts'
import { type Provider, ProviderError } from './provider.ts'
import { providerOf } from './service.ts'
import { isTranslatable, translateInto } from './translate.ts'

/** How long a notice stays in the channel. */
const noticeMs = 10_000
/** The most translations that are requested from the service at the same time. */
const mostAtOnce = 8

interface TranslationRequest {
  provider: Provider
  channel: GuildTextBasedChannel
  message: Message<true>
  user: User
}

const noticeAt = z.object({ channelId: snowflake, messageId: snowflake })

/** Deletes a notice, even after a restart. */
export const deleteNotice = job({
  promise: 'housekeeping',
  payload: noticeAt,
  async run({ client, log }, { channelId, messageId }) {
    const channel = client.channels.cache.get(channelId)
    if (!channel?.isTextBased() || channel.isDMBased()) return
    await channel.messages.delete(messageId).catch((err: unknown) => log.debug({ err }, 'notice already gone'))
  },
})

async function send(
  ctx: Services,
  { channel, message }: TranslationRequest,
  content: Pick<MessageCreateOptions, 'embeds' | 'components'>,
) {
  try {
    const reply = { messageReference: message.id, failIfNotExists: false }
    return await channel.send({ ...content, reply, allowedMentions: { parse: [], repliedUser: false } })
  } catch (err) {
    ctx.log.warn({ err, feature: translation.name, guildId: message.guildId }, 'translation not sent')
    return undefined
  }
}

async function notify(ctx: Services, wanted: TranslationRequest, sentence: string): Promise<void> {
  const sent = await send(ctx, wanted, failure(`${inert(wanted.user.displayName)}: ${sentence}`))
  if (!sent) return
  const payload = { channelId: sent.channelId, messageId: sent.id }
  const at = ctx.now() + noticeMs
  ctx.scheduler.at(deleteNotice, { at, guildId: wanted.message.guildId, payload })
}

/** Kept only in memory; a restart may forget it. */
interface Memory {
  /** When members last asked, and whether they were told to wait: one notice is enough. */
  waiting: LRUCache<string, { at: number; told: boolean }>
  underWay: number
}
const memoryOf = processState((): Memory => ({ waiting: new LRUCache(entryLimit(10_000)), underWay: 0 }))
const leftOf = ({ at }: { at: number }, now: number) => waitLeft(at, cooldownSeconds * 1000, now)
const waiterOf = (guildId: string, userId: string) => `${guildId}/${userId}`

async function mayAsk(ctx: Services, wanted: TranslationRequest): Promise<boolean> {
  const key = waiterOf(wanted.message.guildId, wanted.user.id)
  const { waiting } = memoryOf(ctx)
  const known = waiting.get(key)
  const left = known ? leftOf(known, ctx.now()) : 0
  if (!known || left === 0) {
    waiting.set(key, { at: ctx.now(), told: false })
    return true
  }
  if (!known.told) {
    known.told = true
    await notify(ctx, wanted, `you can ask for another translation ${endTag(ctx.now() + left, 'R')}.`)
  }
  return false
}

async function answer(
  ctx: Services,
  wanted: TranslationRequest,
  free: readonly Language[],
  offered: readonly Language[],
) {
  const { provider, message, user } = wanted
  const { parts, from } = await translateInto(provider, message.guild, message.content, free, offered)
  if (parts.length === 0) {
    await notify(ctx, wanted, `that message is already in ${from ?? 'that language'}.`)
    return
  }
  const name = message.guild.members.cache.get(user.id)?.displayName ?? user.displayName
  const original = { type: 2 as const, style: 5 as const, label: 'Original message', url: message.url }
  await send(ctx, wanted, {
    embeds: [translationEmbed(parts, from, name)],
    components: [{ type: 1, components: [original] }],
  })
}

/** Begins with the languages of the flag that the service offers and nobody has requested for this message yet. */
async function begin(ctx: Services, wanted: TranslationRequest, flag: string): Promise<void> {
  const { guildId, id } = wanted.message
  const offered = await wanted.provider.languages()
  const languages = availableOf(languagesOf(flag), offered)
  const wantedCodes = languages.map(({ code }) => code)
  const codes = claim(ctx, guildId, id, wantedCodes)
  if (codes.length === 0) return
  try {
    const free = languages.filter(({ code }) => codes.includes(code))
    if (await mayAsk(ctx, wanted)) await answer(ctx, wanted, free, offered)
    else release(ctx.db, guildId, id, codes)
  } catch (error) {
    release(ctx.db, guildId, id, codes)
    throw error
  }
}

/** Handles a reaction. Few reactions are flags, so nothing is awaited until it turns out to be one. */
export function onReaction(
  ctx: Context,
  reaction: MessageReaction | PartialMessageReaction,
  reactor: User | PartialUser,
): Promise<void> | undefined {
  const flag = reaction.emoji.id === null ? (reaction.emoji.name ?? '') : ''
  if (languagesOf(flag).length === 0 || reactor.bot) return undefined
  const provider = providerOf(ctx)
  const known = memoryOf(ctx).waiting.get(waiterOf(ctx.guild.id, reactor.id))
  if (!provider || (known?.told === true && leftOf(known, ctx.now()) > 0)) return undefined
  return translateFor(ctx, provider, flag, reaction, reactor)
}

async function translateFor(
  ctx: Context,
  provider: Provider,
  flag: string,
  reaction: MessageReaction | PartialMessageReaction,
  reactor: User | PartialUser,
): Promise<void> {
  const wanted = await resolve(ctx, provider, reaction, reactor)
  if (!wanted) return
  const memory = memoryOf(ctx)
  if (memory.underWay >= mostAtOnce) {
    await notify(ctx, wanted, 'I am translating too much at once. Remove your flag and try again in a moment.')
    return
  }
  memory.underWay += 1
  try {
    await begin(ctx, wanted, flag)
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    ctx.log.warn({ err, feature: translation.name, guildId: ctx.guild.id }, 'translation service failed')
    await notify(ctx, wanted, 'the translation service does not answer. Try again later.')
  } finally {
    memory.underWay -= 1
  }
}

/** The current message and channel; undefined if it cannot be translated or answered. */
async function resolve(
  ctx: Context,
  provider: Provider,
  reaction: MessageReaction | PartialMessageReaction,
  reactor: User | PartialUser,
): Promise<TranslationRequest | undefined> {
  const { guild, log } = ctx
  const channel = guild.channels.cache.get(reaction.message.channelId)
  if (!channel?.isTextBased() || !mayWrite(channel, ['EmbedLinks', 'ReadMessageHistory'])) return undefined
  try {
    const user = reactor.partial ? await reactor.fetch() : reactor
    const message = await channel.messages.fetch(reaction.message.id)
    if (user.bot || !isTranslatable(message.content)) return undefined
    return { provider, channel, message, user }
  } catch (err) {
    log.debug({ err, guildId: guild.id }, 'message gone before it was translated')
    return undefined
  }
}
