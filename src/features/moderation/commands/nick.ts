import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { type CommandContext, type CommandGroup, command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { isShownAsId } from '#kit/mentions/template.ts'
import { inert } from '#kit/template.ts'
import { auditReason } from '../audit-log/reason.ts'
import type moderation from '../contract.ts'
import { carryOut, caseSentence } from '../acts/carry-out.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { currentMember, demandPermission, demandHierarchy } from '../permissions/demand-permission.ts'
import { demandUnprotected } from '../permissions/protection.ts'

const here = command<typeof moderation>()
/** Discord's limit for a nickname. */
const longestNickname = 32

async function rename(ctx: CommandContext<typeof moderation>, asked: GuildMember, nickname: string | null) {
  const { guild, member } = ctx
  const target = (await currentMember(ctx, guild, asked.id)) ?? asked
  demandUnprotected(ctx, guild, target.id, member)
  await demandHierarchy(member, target, { verb: 'rename', comparesBotRole: true })
  await demandPermission(guild, 'ManageNicknames')
  const before = target.displayName
  const same = nickname === null ? `${inert(before)} has no nickname.` : `Their nickname is already “${inert(before)}”.`
  if (target.nickname === nickname) throw new UserError('moderation.already', same)
  const after = nickname ?? target.user.displayName
  const act = {
    ...commandAttribution(ctx),
    kind: 'nick' as const,
    target: { id: target.id, name: target.user.tag },
    detail: `“${before}” is now “${after}”`,
    auditReason: auditReason(null, commandAttribution(ctx).moderator),
    wanted: nickname ?? '',
  }
  const { recorded } = await carryOut(ctx, guild, act, why => target.setNickname(nickname, why))
  const told =
    nickname === null
      ? `**${inert(before)}** no longer has a nickname and is called **${inert(after)}** again. ${caseSentence(recorded?.number)}`
      : `**${inert(before)}** is now called **${inert(after)}**. ${caseSentence(recorded?.number)} \`${ctx.written('nick reset')}\` removes the nickname.`
  return ctx.reply(success(told))
}

const set = here({
  description: 'Gives a member a nickname',
  options: {
    member: option.member('whom to rename'),
    name: option.rest('the new nickname', {
      max: longestNickname,
      keywords: [],
      instead: '`{prefix}nick reset` removes a nickname.',
    }),
  },
  examples: ['@mara Mara of the Tides'],
  run(ctx, { member, name }) {
    // Discord would show the id instead.
    if (isShownAsId(name))
      throw new UserError(
        'moderation.nick-mention',
        'A nickname is plain text: Discord shows mentions and emojis of servers in it as IDs. Rename one member at a time.',
      )
    return inSubjectQueue(ctx, ctx.guild, member.id, () => rename(ctx, member, name))
  },
})

const reset = here({
  description: 'Removes the nickname of a member',
  options: { member: option.member('whose nickname to remove') },
  examples: ['@mara'],
  run: (ctx, { member }) => inSubjectQueue(ctx, ctx.guild, member.id, () => rename(ctx, member, null)),
})

export const nick: CommandGroup<typeof moderation> = {
  description: 'Changes nicknames',
  needs: ['ManageNicknames'],
  subcommands: { set, reset },
  otherwise: 'set',
  synonyms: { clear: 'reset', remove: 'reset', delete: 'reset' },
  shortcuts: { setnick: 'set', nickname: 'set', rename: 'set', resetnick: 'reset' },
}
