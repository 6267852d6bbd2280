import { type Message, PermissionFlagsBits as Bits } from 'discord.js'
import { postModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import type automod from './contract.ts'
import type { Facts } from './facts.ts'
import type { Broken } from './judge.ts'
import { cut, logEmbed, type Offence } from './log-embed.ts'
import { noticeInChannel, tellAuthor } from './notices.ts'
import { orderPunishment } from './punishment.ts'
import type { State } from './state.ts'
import { decayedBefore, strike, type Struck } from './strikes.ts'

type Ctx = Context<typeof automod>

const longestEvidence = 200

/** Strikes for a message, and the order to punish when they reach the limit, in one transaction. */
export function strikeFor(
  ctx: Ctx,
  state: State,
  offence: {
    source: string
    user: { id: string; tag: string }
    channelId: string | null
    broken: readonly { rule: string; evidence: string }[]
  },
): Struck | undefined {
  const { db, guild, own, now } = ctx
  const key = `${guild.id}/${offence.user.id}`
  if (state.punished.has(key)) return undefined
  return db.transaction(() => {
    const struck = strike(
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
      decayedBefore(own, now()),
    )
    if (struck.reached) {
      state.punished.set(key, true)
      orderPunishment(ctx, offence.user.id, offence.source)
    }
    return struck
  })
}

/** Deletes a message that broke rules with what belongs to it, strikes the author, and says so where it should be said. */
export async function act(
  ctx: Ctx,
  state: State,
  message: Message<true>,
  facts: Facts,
  hits: readonly Broken[],
): Promise<void> {
  const { guild } = ctx
  const { me } = guild.members
  const earlier = hits.flatMap(({ also }) => also ?? []).filter(({ id }) => !state.handled.has(id))
  for (const { id } of earlier) state.handled.set(id, true)
  const broken = hits.map(({ rule, evidence }) => ({ rule: rule.name, evidence: evidence[0]?.text ?? facts.text }))
  const { author, channelId } = message
  const struck = strikeFor(ctx, state, { source: message.id, user: author, channelId, broken })

  const here = earlier.filter(one => one.channelId === channelId).map(({ id }) => id)
  const removed = state.deletions.remove(message.channel, [message.id, ...here])
  const elsewhere = Map.groupBy(
    earlier.filter(one => one.channelId !== channelId),
    one => one.channelId,
  )
  const others = [...elsewhere].flatMap(([id, posted]) => {
    const channel = guild.channels.cache.get(id)
    if (!channel?.isTextBased() || !me || !channel.permissionsFor(me).has(Bits.ManageMessages)) return []
    return [
      state.deletions.remove(
        channel,
        posted.map(one => one.id),
      ),
    ]
  })
  const deleted = await removed
  await Promise.all(others)
  const told = hits.map(({ rule: { title, reason }, sentence }) => ({ title, reason, sentence }))
  const offence = { user: author, channelId, at: message.createdTimestamp, text: facts.text, hits: told, deleted }
  const noted = await report(ctx, state, offence, struck)
  if (noted) await noticeInChannel(ctx, state, message, told)
}

/**
 * Writes an offence to the moderation log and tells who did it.
 * @param struck undefined when no strike was given, because the author was just punished
 * @returns false when the event came twice, perhaps before and after a restart: it was told then
 */
export async function report(ctx: Ctx, state: State, offence: Offence, struck: Struck | undefined): Promise<boolean> {
  if (struck?.added === 0) return false
  const strikes = struck ? `${struck.total} of ${ctx.own.maxStrikes}` : 'none more: just punished'
  await Promise.all([
    postModlog(ctx, ctx.guild, logEmbed(offence, strikes)),
    struck && !struck.reached ? tellAuthor(ctx, state, offence.user, offence.hits, struck.total) : undefined,
  ])
  return true
}
