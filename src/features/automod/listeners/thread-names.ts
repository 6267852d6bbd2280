import { type AnyThreadChannel, type GuildTextBasedChannel, type Message } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Context } from '#kernel/feature.ts'
import { reportOffence, strikeAuthor } from '../sanctions/offence.ts'
import automod from '../contract.ts'
import { listedWords } from '../text/listed-words.ts'
import { exemptionContext, exemptionReason } from '../message/exemption.ts'
import { factsOfText } from '../message/facts-of-text.ts'
import { type BrokenRule, brokenRules } from '../rules/evaluate.ts'
import { noRates } from '../message/recent-messages.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import { stateOf } from '../state.ts'

type Ctx = Context<typeof automod>

/** Places worth finding in a name. */
const enough = 3

/** Which rules a name breaks, unless whoever gave it is exempt in `place`. */
async function rulesBrokenByName(
  ctx: Ctx,
  name: string,
  place: GuildTextBasedChannel,
  authorId: string,
): Promise<BrokenRule[]> {
  const { guild, own, now } = ctx
  const given = { guildId: guild.id, channelId: place.id, authorId, at: now(), attachments: [], mayCallEverybody: true }
  const facts = factsOfText(name, given)
  const words = await listedWords(ctx, own.words, facts, enough)
  const hits = brokenRules({ facts, own, rates: noRates, words, maxEvidence: enough })
  if (!hits) return []
  const member = await guild.members.fetch(authorId).catch(() => null)
  if (member?.user.bot || exemptionReason(exemptionContext(place, member), own) !== null) return []
  return withoutOwnInvites(ctx, guild, own, hits)
}

/** The name of a new thread or forum post is read like a message: it goes, with all in it, when it breaks a rule. */
export async function onThread(ctx: Ctx, thread: AnyThreadChannel, isNew: boolean): Promise<'stop' | void> {
  if (!isNew || thread.ownerId === null) return undefined
  const hits = await rulesBrokenByName(ctx, thread.name, thread, thread.ownerId)
  const [first] = hits
  const state = stateOf(ctx)
  if (!first || state.handled.has(thread.id)) return undefined
  state.handled.set(thread.id, true)
  const user = await ctx.client.users.fetch(thread.ownerId)
  const ruled = hits.map(({ rule }) => ({ rule: rule.name, evidence: thread.name }))
  const channelId = thread.parentId ?? thread.id
  const result = strikeAuthor(ctx, { source: thread.id, user, channelId, broken: ruled })
  const reason = `Auto-moderation: its name ${first.rule.reason}`
  const deleted = await inLane('moderation', () => thread.delete(reason)).then(
    () => true,
    (err: unknown) => {
      ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'thread could not be deleted')
      return false
    },
  )
  const reported = hits.map(({ rule: { title, reason }, sentence }) => ({ title, reason, sentence }))
  await reportOffence(
    ctx,
    state,
    { user, channelId, at: ctx.now(), text: thread.name, hits: reported, deleted },
    result,
  )
  return 'stop'
}

/** Discord repeats a thread's name in the channel it was made in. The strike is for the thread itself. */
export async function onThreadNotice(ctx: Ctx, message: Message): Promise<'stop' | void> {
  if (!message.inGuild()) return undefined
  const hits = await rulesBrokenByName(ctx, message.content, message.channel, message.author.id)
  if (hits.length === 0) return undefined
  await stateOf(ctx).deletions.remove(ctx, message.channel, [message.id])
  return 'stop'
}
