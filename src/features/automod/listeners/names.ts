import type { Guild, User } from 'discord.js'
import { postModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import { cut, inert, longest } from '#kit/template.ts'
import type automod from '../contract.ts'
import { factsOfText } from '../message/facts-of-text.ts'
import { noRates } from '../message/recent-messages.ts'
import { type BrokenRule, brokenRules } from '../rules/evaluate.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import { logColour } from '../sanctions/log-embed.ts'
import { listedWords } from '../text/listed-words.ts'

type Ctx = Context<typeof automod>

/** Places worth finding in a name. */
const enough = 3

/** Which rules a name breaks, unless whoever gave it is exempt, which is asked only then. */
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

/** A member of the guild, or null for somebody who left. */
export const memberOf = (guild: Guild, userId: string) => guild.members.fetch(userId).catch(() => null)

/** Says in the moderation log that a name was taken back, or could not be. Nobody gets a strike for a name. */
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
    description: `${where}: ${inert(cut(name, longest.fieldValue))}`,
    fields: [
      ...hits.map(({ rule: { title }, sentence }) => ({
        name: title,
        value: cut(inert(sentence), longest.fieldValue),
      })),
      { name: 'What I did', value: inert(done) },
    ],
    ...(user && { footer: { text: `${user.tag} · ${user.id}` } }),
    timestamp: new Date(ctx.now()).toISOString(),
  })
