import { type Message, PermissionFlagsBits as Bits } from 'discord.js'
import { postModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { cut } from '#kit/template.ts'
import type automod from '../contract.ts'
import type { MessageFacts } from '../message/facts.ts'
import type { BrokenRule } from '../rules/evaluate.ts'
import { logEmbed, type ReportedOffence } from './log-embed.ts'
import type { RecentMessage } from '../message/recent-messages.ts'
import { postChannelNotice, notifyAuthor } from './notices.ts'
import { isBeingSanctioned, markSanctioned, scheduleSanction } from './strike-limit.ts'
import type { State } from '../state.ts'
import { strikesSpan, addStrikes, type StrikeResult } from './strikes.ts'

type Ctx = Context<typeof automod>

const longestEvidence = 200
/** Adds the strikes for a message, and schedules the sanction if they reach the limit, in one transaction. */
export function strikeAuthor(
  ctx: Ctx,
  offence: {
    source: string
    user: { id: string; tag: string }
    channelId: string | null
    broken: readonly { rule: string; evidence: string }[]
  },
): StrikeResult | undefined {
  const { db, guild, own, now } = ctx
  if (isBeingSanctioned(ctx, guild.id, offence.user.id)) return undefined
  return db.transaction(() => {
    const result = addStrikes(
      db,
      {
        guildId: guild.id,
        source: offence.source,
        userId: offence.user.id,
        userName: offence.user.tag,
        channelId: offence.channelId,
        at: now(),
        broken: offence.broken.map(({ rule, evidence }) => ({ rule, evidence: cut(evidence, longestEvidence) })),
      },
      own.maxStrikes,
      strikesSpan(own, now()),
    )
    if (result.reached) {
      markSanctioned(ctx, guild.id, offence.user.id)
      scheduleSanction(ctx, offence.user.id, offence.source)
    }
    return result
  })
}

/** Deletes a message that broke rules along with related ones, adds strikes for the author, and reports it. */
export async function sanctionOffence(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  facts: MessageFacts,
  hits: readonly BrokenRule[],
): Promise<void> {
  const earlier = hits
    .flatMap(({ relatedMessages }) => relatedMessages ?? [])
    .filter(({ id }) => !state.handled.has(id))
  for (const { id } of earlier) state.handled.set(id, true)
  const broken = hits.map(({ rule, evidence }) => ({ rule: rule.name, evidence: evidence[0]?.text ?? facts.text }))
  const { author, channelId } = message
  const result = strikeAuthor(ctx, { source: message.id, user: author, channelId, broken })

  const reported = hits.map(({ rule: { title, reason }, sentence }) => ({ title, reason, sentence }))
  const deleted = await remove(ctx, state, message, earlier)
  const offence = {
    user: author,
    channelId,
    at: message.createdTimestamp,
    text: facts.text,
    hits: reported,
    deleted,
    url: message.url,
  }
  if (await reportOffence(ctx, state, offence, result)) await postChannelNotice(ctx, state, message, reported)
}

/** Deletes a message, and earlier ones of its author in any channel. @returns whether the message is gone */
async function remove(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  earlier: readonly RecentMessage[],
): Promise<boolean> {
  const { guild } = ctx
  const { me } = guild.members
  const [here = [], elsewhere = []] = [true, false].map(same =>
    earlier.filter(({ channelId }) => (channelId === message.channelId) === same),
  )
  const others = [...Map.groupBy(elsewhere, one => one.channelId)].flatMap(([id, posted]) => {
    const channel = guild.channels.cache.get(id)
    if (!channel?.isTextBased() || !me || isHidden(channel)) return []
    if (!channel.permissionsFor(me).has(Bits.ManageMessages)) return []
    const ids = posted.map(one => one.id)
    return [state.deletions.remove(ctx, channel, ids)]
  })
  const removed = state.deletions.remove(ctx, message.channel, [message.id, ...here.map(({ id }) => id)])
  await Promise.all(others)
  return removed
}

/**
 * Reports an offense in the moderation log and notifies its author.
 * @param result undefined if no strike was given, because the author was just sanctioned
 * @returns false if the event came twice, perhaps before and after a restart, and was reported then
 */
export async function reportOffence(
  ctx: Ctx,
  state: State,
  offence: ReportedOffence,
  result: StrikeResult | undefined,
): Promise<boolean> {
  if (result?.added === 0) return false
  const strikes = result ? `${result.total} of ${ctx.own.maxStrikes}` : 'none added: already sanctioned a moment ago'
  await Promise.all([
    postModlog(ctx, ctx.guild, logEmbed(offence, strikes)),
    result && !result.reached ? notifyAuthor(ctx, state, offence.user, offence.hits, result.total) : undefined,
  ])
  return true
}
