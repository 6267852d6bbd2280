import { type GuildMember, type Message, MessageType, type PartialMessage } from 'discord.js'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
import { isHumanMessage } from '#kit/human-message.ts'
import { guildContext } from '#kernel/context.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job } from '#kernel/feature.ts'
import { sanctionOffence } from '../sanctions/offence.ts'
import automod from '../contract.ts'
import { listedWords } from '../text/listed-words.ts'
import type { WordFinder } from '../text/words.ts'
import { channelAncestry, exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import { type MessageFacts, factsOf } from '../message/facts.ts'
import { memberOf } from '../message/member-of.ts'
import { onPingEdited, rememberPings } from './ghost-pings.ts'
import { judgeLater, messageHandle, unjudgedMessage } from './judge-later.ts'
import { onThreadNotice } from './new-threads.ts'
import { type BrokenRule, brokenRules } from '../rules/evaluate.ts'
import { noRates, type Rates } from '../message/recent-messages.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import { type State, stateOf } from '../state.ts'

type Ctx = Context<typeof automod>

/** The most places to find in a message: the first one is already enough to delete it. */
const enough = 3

/**
 * Whether a message is moderated: only those written by people in a server. Webhooks and bots are the responsibility of
 * whoever set them up; system messages come from Discord.
 */
export const isModerated = (message: Message): message is Message<true> => isHumanMessage(message) && message.inGuild()

const isExemptPlace = ({ own }: Ctx, message: Message<true>): boolean =>
  own.exemptChannels.length > 0 && channelAncestry(message.channel).some(({ id }) => own.exemptChannels.includes(id))

/** Whether the author is exempt; whether the bot may delete messages makes no difference here. */
function mayPing(ctx: Ctx, message: Message<true>): boolean {
  const context = exemptionContext(message.channel, message.member, protectedAs(ctx, ctx.guild, message.author.id))
  return exemptionReason({ ...context, botMayDelete: true }, ctx.own) !== null
}

/** The rules that a message breaks, unless its author is exempt. @throws if Discord does not answer */
async function violationsBy(ctx: Ctx, message: Message<true>, hits: BrokenRule[], author: GuildMember | null) {
  const member = message.member ?? author ?? (await memberOf(ctx.guild, message.author.id))
  const context = exemptionContext(message.channel, member, protectedAs(ctx, ctx.guild, message.author.id))
  if (exemptionReason(context, ctx.own) !== null) return []
  return hits.some(({ inviteCodes }) => inviteCodes) ? withoutOwnInvites(ctx, ctx.guild, ctx.own, hits) : hits
}

async function enforce(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  facts: MessageFacts,
  hits: BrokenRule[],
  author: GuildMember | null,
): Promise<'stop' | void> {
  const violations = await violationsBy(ctx, message, hits, author)
  if (violations.length === 0) return undefined
  if (state.handled.has(message.id)) return 'stop'
  state.handled.set(message.id, true)
  try {
    await inLane('moderation', () => sanctionOffence(ctx, state, message, facts, violations))
  } catch (err) {
    ctx.log.error({ err, guildId: ctx.guild.id, feature: automod.name }, 'offense not dealt with in full')
  }
  // Even if something failed, the message must not run a command or earn rewards.
  return 'stop'
}

function moderate(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  facts: MessageFacts,
  rates: Rates,
  at = ctx.now(),
): Promise<'stop' | void> | undefined {
  const judge = (words: WordFinder, author: GuildMember | null = null) => {
    const hits = brokenRules({ facts, own: ctx.own, rates, words, maxEvidence: enough })
    return hits && enforce(ctx, state, message, facts, hits, author).catch(putOff)
  }
  const putOff = (error: unknown): 'stop' => {
    if (!isOutage(error)) throw error
    judgeLater(ctx, ctx.guild.id, { channelId: message.channelId, messageId: message.id, at })
    // Like a message that breaks a rule: it must not run a command or earn rewards.
    return 'stop'
  }
  const words = listedWords(ctx, ctx.own, facts, enough)
  if (!(words instanceof Promise)) return judge(words)
  // They came with the message, and may have left the cache once the words are found.
  const { member } = message
  return words.then(found => judge(found, member))
}

/** Judges a message synchronously; returns a promise only if a rule is broken or patterns take long. */
export function onMessage(ctx: Ctx, message: Message): Promise<'stop' | void> | 'stop' | undefined {
  if (!isModerated(message) || isExemptPlace(ctx, message)) return undefined
  const { own } = ctx
  const state = stateOf(ctx)
  if (state.handled.size > 0 && state.handled.has(message.id)) return 'stop'
  const facts = factsOf(message)
  const rates = own.antiSpam ? state.recentMessages.note(facts, own) : noRates
  // Looking up the author's permissions takes longer than all rules together, so it comes last.
  if (own.antiGhostping && message.content.includes('@') && !mayPing(ctx, message)) rememberPings(state, message)
  return moderate(ctx, state, message, facts, rates)
}

/**
 * Judges an edit like a new message, except for how fast it came. When Discord adds link previews, it reports an edit
 * too; other updates without an edit contain nothing new.
 */
export function onMessageEdit(ctx: Ctx, message: Message | PartialMessage): Promise<'stop' | void> | undefined {
  if (message.partial || !isModerated(message)) return undefined
  if (message.editedTimestamp === null && message.embeds.length === 0) return undefined
  const state = stateOf(ctx)
  if (state.handled.has(message.id)) return undefined
  if (ctx.own.antiGhostping && message.editedTimestamp !== null) void onPingEdited(ctx, message)
  const facts = factsOf(message)
  return moderate(ctx, state, message, facts, noRates)
}

/** Judges a message of which Discord could not say whether it breaks a rule. */
export const messageVerdict = job({
  handle: messageHandle,
  payload: unjudgedMessage,
  lane: 'moderation',
  promise: 'housekeeping',
  async run(services, payload, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    // Discord does not show a server's channels while it is down.
    if (!guild.available) return judgeLater(services, guild.id, payload)
    const channel = guild.channels.cache.get(payload.channelId)
    if (!channel?.isTextBased()) return
    const ctx = guildContext(services, automod, guild)
    const state = stateOf(ctx)
    if (!ctx.own.enabled || state.handled.has(payload.messageId)) return
    try {
      const message = await channel.messages.fetch(payload.messageId)
      if (message.type === MessageType.ThreadCreated) await onThreadNotice(ctx, message, payload.at)
      else if (isModerated(message) && !isExemptPlace(ctx, message))
        await moderate(ctx, state, message, factsOf(message), noRates, payload.at)
    } catch (error) {
      // Otherwise the message is gone.
      if (isOutage(error)) judgeLater(ctx, guild.id, payload)
      else if (!isRefusal(error)) throw error
    }
  },
})
