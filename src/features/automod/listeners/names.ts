import type { GuildTextBasedChannel, User } from 'discord.js'
import { postModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import type automod from '../contract.ts'
import { exemptionContext, exemptionReason, protectedAs } from '../message/exemption.ts'
import { factsOfText } from '../message/facts-of-text.ts'
import { memberOf } from '../message/member-of.ts'
import { noRates } from '../message/recent-messages.ts'
import { type BrokenRule, brokenRules } from '../rules/evaluate.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import { logColour } from '../sanctions/log-embed.ts'
import { listedWords } from '../text/listed-words.ts'

type Ctx = Context<typeof automod>

/** The most places to find in a name. */
const enough = 3

/** The rules that a name breaks, unless the member who chose it is exempt, which is checked only if some are broken. */
export async function rulesBrokenByName(
  ctx: Ctx,
  name: string,
  given: { channelId: string; authorId: string },
  isExempt: () => Promise<boolean>,
): Promise<BrokenRule[]> {
  const { guild, own, now } = ctx
  const facts = factsOfText(name, {
    ...given,
    guildId: guild.id,
    at: now(),
    attachments: [],
    mayCallEverybody: true,
    isName: true,
  })
  const words = await listedWords(ctx, own, facts, enough)
  const hits = brokenRules({ facts, own, rates: noRates, words, maxEvidence: enough })
  return !hits || (await isExempt()) ? [] : withoutOwnInvites(ctx, guild, own, hits)
}

/** The rules that a thread's name breaks, if names are moderated there and the member who chose it is not exempt. */
export const rulesBrokenByThread = (
  ctx: Ctx,
  name: string,
  place: GuildTextBasedChannel,
  authorId: string,
  lookUpMember = memberOf,
): Promise<BrokenRule[]> =>
  rulesBrokenByName(ctx, name, { channelId: place.id, authorId }, async () => {
    const member = await lookUpMember(ctx.guild, authorId)
    return (
      member?.user.bot === true ||
      exemptionReason(exemptionContext(place, member, protectedAs(ctx, ctx.guild, authorId)), ctx.own) !== null
    )
  })

/** Reports in the moderation log that a name was changed back, or could not be. Names never lead to strikes. */
export const reportName = (
  ctx: Ctx,
  {
    hits,
    name,
    user,
    where,
    done,
  }: { hits: readonly BrokenRule[]; name: string; user: User | null; where: string; done: string },
): Promise<void> =>
  postModlog(ctx, ctx.guild, {
    color: logColour,
    author: { name: 'Auto Moderation', ...(user && { icon_url: user.displayAvatarURL() }) },
    description: `${where}: ${inert(cut(name, messageLimits.fieldValue))}`,
    fields: [
      ...hits.map(({ rule: { title }, sentence }) => ({
        name: title,
        value: cut(inert(sentence), messageLimits.fieldValue),
      })),
      { name: 'What I did', value: inert(done) },
    ],
    ...(user && { footer: { text: `${user.tag} · ${user.id}` } }),
    timestamp: new Date(ctx.now()).toISOString(),
  })
