import type { GuildBasedChannel, GuildMember } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { RouteContext } from '#kernel/feature.ts'
import { listed } from '#kit/permissions.ts'
import { counted } from '#kit/numbers.ts'
import automod, { actions, type FormValues } from '../contract.ts'
import { draftEngineFor } from '../text/word-engine-cache.ts'
import { exemption, standingOf } from '../message/exemption.ts'
import { type AutomodSettings, settingsFrom } from '../form-values.ts'
import { type Broken, broken, verdicts } from '../rules/evaluate.ts'
import { anybody, imagine } from '../message/facts-of-text.ts'
import { createMemory, noRates } from '../message/recent-messages.ts'
import { withoutOwnInvites } from '../rules/own-invites.ts'
import { demandPatterns } from '../text/pattern-validation.ts'
import { decayedBefore, strikesOf } from '../sanctions/strikes.ts'

type Ctx = RouteContext<typeof automod, typeof automod.endpoints.test>

/** The saved settings with the form's values in their place; a list that did not change keeps its engine. */
export function settingsWith(own: AutomodSettings, posted: FormValues | undefined): AutomodSettings {
  if (!posted) return own
  const changed = settingsFrom(posted)
  if (changed.words && isDeepStrictEqual(changed.words, own.words)) delete changed.words
  else if (changed.words) demandPatterns(changed.words)
  return { ...own, ...changed }
}

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
  meant: readonly Broken[],
  own: AutomodSettings,
  after: number,
  reached: boolean,
): string {
  if (exempt !== null) return `Nothing happens. ${exempt}`
  if (meant.length === 0) return 'Nothing happens: it breaks no rule that is on.'
  const titles = listed(meant.map(({ rule }) => rule.title.toLowerCase()))
  const first = `It is deleted (${titles}), and its author has ${counted(after, 'strike')} of ${own.maxStrikes}.`
  if (!reached) return first
  const action = actions.find(({ value }) => value === own.action)
  return own.action === 'DELETE' ? `${first} They begin anew.` : `${first} That is the limit: ${action?.label}.`
}

/** Judges a message that nobody posted, as the bot would. */
export async function testMessage(ctx: Ctx): Promise<Reply<typeof automod.endpoints.test>> {
  const { body, guild, db, now } = ctx
  const own = settingsWith(ctx.own, body.settings)
  const member = await memberOf(ctx, body.memberId)
  const channel = placeFor(ctx, body.channelId)
  const roleIds = [guild.id, ...(body.roleIds ?? [...(member?.roles.cache.keys() ?? [])])]
  const exempt = channel && exemption(standingOf(channel, body.roleIds ? null : member, roleIds), own)
  const author = member?.id ?? anybody
  const place = { guildId: guild.id, channelId: channel?.id ?? anybody, authorId: author }
  const mayCallEverybody = channel !== null && member !== null && channel.permissionsFor(member).has('MentionEveryone')
  const post = () => imagine(body.text, { ...place, at: now(), mayCallEverybody, attachments: body.attachments ?? [] })

  const memory = createMemory()
  let facts = post()
  let rates = memory.note(facts, own)
  for (let time = 1; time < (body.times ?? 1); time++) {
    facts = post()
    rates = memory.note(facts, own)
  }
  const given = { facts, own, rates: own.antiSpam ? rates : noRates, words: draftEngineFor(own.words), most: 50 }
  const hits = broken(given) ?? []
  const meant = await withoutOwnInvites(ctx, guild, own, hits)
  const said = verdicts(given).map(verdict =>
    verdict.state === 'hit' && !meant.some(({ rule }) => rule.name === verdict.rule)
      ? {
          ...verdict,
          state: 'clear' as const,
          sentence: 'Its invite leads to this server, or to one you allow.',
          evidence: [],
        }
      : verdict,
  )
  const before = member ? strikesOf(db, guild.id, member.id, decayedBefore(own, now())) : 0
  const deleted = exempt === null && meant.length > 0
  const after = deleted ? before + meant.length : before
  const reached = deleted && after >= own.maxStrikes
  return {
    exempt,
    verdicts: said,
    deleted,
    strikes: { before, after, limit: own.maxStrikes },
    action: reached ? own.action : null,
    outcome: outcomeOf(exempt, deleted ? meant : [], own, after, reached),
  }
}
