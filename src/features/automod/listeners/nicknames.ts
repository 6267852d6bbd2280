import { type GuildMember, type PartialGuildMember, PermissionFlagsBits as Bits } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Context } from '#kernel/feature.ts'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
import automod from '../contract.ts'
import { exemptionReason, protectedAs } from '../message/exemption.ts'
import { memberOf } from '../message/member-of.ts'
import type { BrokenRule } from '../rules/evaluate.ts'
import { reportName, rulesBrokenByName } from './names.ts'

type Ctx = Context<typeof automod>

const administration = Bits.KickMembers | Bits.BanMembers | Bits.ManageGuild

/** A nickname is shown everywhere, so exemptions depend on roles and permissions in the whole server. */
const isExempt = (ctx: Ctx, { id: userId, roles, permissions }: GuildMember): boolean =>
  exemptionReason(
    {
      channels: [],
      roles: [...roles.cache.values()].map(({ id, name }) => ({ id, name })),
      protectedAs: protectedAs(ctx, ctx.guild, userId),
      botMayDelete: true,
      managesMessages: permissions.has(Bits.ManageMessages),
      administrates: permissions.has(administration),
    },
    ctx.own,
  ) !== null

/** The rules that apply to nicknames, as the label of the setting says; all others are about messages. */
const aboutNames = new Set(['words', 'invites'])

const brokenBy = async (ctx: Ctx, member: GuildMember, name: string): Promise<BrokenRule[]> => {
  const given = { channelId: ctx.guild.id, authorId: member.id }
  const hits = await rulesBrokenByName(ctx, name, given, async () => isExempt(ctx, member))
  return hits.filter(({ rule }) => aboutNames.has(rule.name))
}

/** Undoes a new nickname that breaks a rule: restores the previous one, or removes it if that breaks a rule too. */
export async function onNickname(
  ctx: Ctx,
  before: GuildMember | PartialGuildMember,
  after: GuildMember,
): Promise<void> {
  const { nickname } = after
  if (!ctx.own.judgeNicknames || nickname === null || nickname === before.nickname || after.user.bot) return
  try {
    await judge(ctx, before, after, nickname)
  } catch (err) {
    if (!isOutage(err)) throw err
    ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'nickname not judged')
  }
}

async function judge(
  ctx: Ctx,
  before: GuildMember | PartialGuildMember,
  after: GuildMember,
  nickname: string,
): Promise<void> {
  const hits = await brokenBy(ctx, after, nickname)
  if (hits.length === 0) return
  const last = before.partial ? null : before.nickname
  const clean = last !== null && (await brokenBy(ctx, after, last)).length === 0 ? last : null
  const done = await inLane('moderation', async () => {
    const member = await memberOf(ctx.guild, after.id)
    // It was changed again in the meantime; that change is judged separately.
    if (member?.nickname !== nickname) return undefined
    await member.setNickname(clean, 'Auto-moderation: the nickname broke a rule')
    return clean === null ? 'I took the nickname away.' : `I changed the nickname back to ${clean}.`
  }).catch((err: unknown) => {
    ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'nickname could not be taken back')
    return isRefusal(err)
      ? 'Nothing: I may not change this nickname. The doctor command shows what I am missing.'
      : 'Nothing: Discord did not answer.'
  })
  if (done !== undefined)
    await reportName(ctx, { hits, name: nickname, user: after.user, where: `Nickname of <@${after.id}>`, done })
}
