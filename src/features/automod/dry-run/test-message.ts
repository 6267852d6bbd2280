import type { GuildBasedChannel, GuildMember } from 'discord.js'
import type { Reply } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { RouteContext } from '#kernel/feature.ts'
import { listed } from '#kit/permissions.ts'
import { formatCount } from '#kit/numbers.ts'
import automod, { actions, type AutomodSettings } from '../contract.ts'
import { triedWords } from '../text/listed-words.ts'
import { exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import { withDraftSettings } from './draft-settings.ts'
import type { BrokenRule } from '../rules/evaluate.ts'
import { additionalTexts } from '../message/facts.ts'
import { placeholderId, factsOfText } from '../message/facts-of-text.ts'
import { createRecentMessages, noRates } from '../message/recent-messages.ts'
import { previewAction } from '../sanctions/strike-limit.ts'
import { type StrikesSpan, expiredUntil, strikesSpan, countStrikes } from '../sanctions/strikes.ts'
import { verdictsOn } from './verdicts.ts'

type Ctx = RouteContext<typeof automod, typeof automod.endpoints.test>

async function memberOf(ctx: Ctx, memberId: string | undefined): Promise<GuildMember | null> {
  if (memberId === undefined) return null
  const member = await ctx.guild.members.fetch(memberId).catch(() => null)
  if (!member)
    throw new UserError('automod.no-member', 'That member is not in this server.', 400, {
      memberId: 'That member is not in this server.',
    })
  return member
}

function placeFor(ctx: Ctx, channelId: string | undefined): GuildBasedChannel | null {
  if (channelId === undefined) return null
  const channel = ctx.guild.channels.cache.get(channelId)
  if (!channel)
    throw new UserError('automod.no-channel', 'That channel is not in this server.', 400, {
      channelId: 'That channel is not in this server.',
    })
  return channel
}

function outcomeOf(
  exempt: string | null,
  violations: readonly BrokenRule[],
  own: AutomodSettings,
  after: number,
  limit: { reached: boolean; why?: string | undefined },
): string {
  if (exempt !== null) return `Nothing happens. ${exempt}`
  if (violations.length === 0) return 'Nothing happens: it breaks none of the rules that are on.'
  const titles = listed(violations.map(({ rule }) => rule.title.toLowerCase()))
  const first = `It is deleted (${titles}), and its author has ${formatCount(after, 'strike')} of ${own.maxStrikes}.`
  if (!limit.reached) return first
  const action = actions.find(({ value }) => value === own.action)
  if (own.action === 'DELETE') return `${first} Their strike count starts over.`
  return [`${first} That is the limit: ${action?.label}.`, limit.why].filter(Boolean).join(' ')
}

/** Strikes that count with unsaved settings: what has expired would not count again once they are saved. */
function countingIn(ctx: Ctx, own: AutomodSettings): StrikesSpan {
  const [before, after] = [strikesSpan(ctx.own, ctx.now()), strikesSpan(own, ctx.now())]
  const expired = Math.min(before.after, expiredUntil(ctx, ctx.guild.id))
  return { after: Math.max(expired, after.after), until: after.until }
}

/** The most places of evidence that are shown for the message. */
const maxEvidence = 50

/** Judges a made-up message the way the bot would. */
export async function testMessage(ctx: Ctx): Promise<Reply<typeof automod.endpoints.test>> {
  const { body, guild, db, now } = ctx
  const own = await withDraftSettings(ctx, body.settings)
  const member = await memberOf(ctx, body.memberId)
  const channel = placeFor(ctx, body.channelId)
  const roleIds = [guild.id, ...(body.roleIds ?? [...(member?.roles.cache.keys() ?? [])])]
  const spared = member && !body.roleIds ? protectedAs(ctx, guild, member.id) : undefined
  const exempt =
    channel && exemptionReason(exemptionContext(channel, body.roleIds ? null : member, spared, roleIds), own)
  const author = member?.id ?? placeholderId
  const place = { guildId: guild.id, channelId: channel?.id ?? placeholderId, authorId: author }
  const mayCallEverybody = channel !== null && member !== null && channel.permissionsFor(member).has('MentionEveryone')
  const post = () =>
    factsOfText(body.text, { ...place, at: now(), mayCallEverybody, attachments: body.attachments ?? [] })

  const memory = createRecentMessages()
  let facts = post()
  let rates = memory.note(facts, own)
  for (let time = 1; time < (body.times ?? 1); time++) {
    facts = post()
    rates = memory.note(facts, own)
  }
  const words = await triedWords(ctx, guild.id, own.words, [facts.text, ...additionalTexts(facts, own)], maxEvidence)
  const given = { facts, own, rates: own.antiSpam ? rates : noRates, words, maxEvidence }
  const { verdicts, violations } = await verdictsOn(ctx, given)
  const before = member ? countStrikes(db, guild.id, member.id, countingIn(ctx, own)) : 0
  const deleted = exempt === null && violations.length > 0
  const after = deleted ? before + violations.length : before
  const reached = deleted && after >= own.maxStrikes
  const atLimit = reached && member ? await previewAction(ctx, member, own.action) : { action: own.action }
  return {
    exempt,
    verdicts,
    deleted,
    strikes: { before, after, limit: own.maxStrikes },
    action: reached ? atLimit.action : null,
    outcome: outcomeOf(exempt, deleted ? violations : [], own, after, { reached, why: atLimit.why }),
  }
}
