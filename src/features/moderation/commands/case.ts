import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import { changeReason, demandCase, voidCase } from '../cases/case-edits.ts'
import { suggestCaseNumbers } from '../cases/case-numbers.ts'
import { caseRows } from '../cases/case-search.ts'
import { type Case, warningsSince } from '../cases/case-store.ts'
import type moderation from '../contract.ts'
import { longestReason } from '../contract.ts'
import { caseEmbed } from '../modlog/case-embed.ts'
import { commandAttribution } from '../modlog/log-case.ts'
import { inChat } from '../sanctions/surface.ts'
import { relative } from '../template.ts'
import { keepNote } from '../cases/keep-note.ts'
import { quickReason } from '../cases/quick-reason.ts'
import { suggestQuickReasons } from './reason.ts'

const here = command<typeof moderation>()
const number = option.integer("the case's number", { min: 1, max: 1_000_000_000 })

const show = here({
  description: 'Shows a case',
  options: { number },
  autocomplete: { number: suggestCaseNumbers },
  examples: ['12'],
  run(ctx, { number }) {
    const found = demandCase(ctx, ctx.guild.id, number)
    const [row] = caseRows(ctx, ctx.guild.id, [found], warningsSince(ctx.own, ctx.now()))
    const embed = caseEmbed(ctx, ctx.guild.id, found)
    const edits = (row?.edits ?? [])
      .slice(-3)
      .map(
        ({ by, at, before }) =>
          `${relative(at)} by ${inert(by?.name ?? 'somebody')}, before: ${inert(before ?? 'none')}`,
      )
    return ctx.reply(
      {
        embeds: [
          {
            ...embed,
            fields: [
              ...(embed.fields ?? []),
              ...(row?.active ? [{ name: 'State', value: row.kind === 'warn' ? 'Counts' : 'In force' }] : []),
              ...(edits.length > 0
                ? [{ name: 'Reason changed', value: cut(edits.join('\n'), messageLimits.fieldValue) }]
                : []),
            ],
          },
        ],
      },
      { ephemeral: true },
    )
  },
})

const reason = here({
  description: 'Changes the reason for a case; the old one is kept',
  options: { number, text: option.rest('the new reason', { max: longestReason }) },
  autocomplete: { number: suggestCaseNumbers, text: suggestQuickReasons },
  examples: ['12 spam in three channels'],
  run(ctx, { number, text }) {
    const by = { id: ctx.member.id, name: ctx.member.user.tag }
    changeReason(ctx, ctx.guild, number, quickReason(ctx.own.reasonTemplates, text) ?? text, by)
    return ctx.reply(success(`The reason for case #${number} has been changed.`), { ephemeral: true })
  },
})

/** A sentence about what a void case leaves in place in Discord, and how to end it. */
function whatStands({ kind, targetId, targetName, channelId }: Case, written: (words: string) => string): string {
  const who = `**${inert(targetName ?? 'somebody')}**`
  if (kind === 'ban') return ` The ban itself stands: ${who} stays banned until \`${written(`unban ${targetId}`)}\`.`
  if (kind === 'timeout')
    return ` The timeout itself stands; \`${written(`untimeout ${targetId}`)}\` ends it for ${who}.`
  if (kind === 'lock') return ` <#${channelId}> stays locked; \`${written('unlock')}\` there opens it.`
  return ''
}

const remove = here({
  description: 'Marks a case as a mistake: it is kept but no longer counts; nothing is undone in Discord',
  needs: ['ManageGuild'],
  options: { number },
  autocomplete: { number: suggestCaseNumbers },
  examples: ['12'],
  run(ctx, { number }) {
    const found = demandCase(ctx, ctx.guild.id, number)
    const [row] = caseRows(ctx, ctx.guild.id, [found], warningsSince(ctx.own, ctx.now()))
    voidCase(ctx, ctx.guild, number, { id: ctx.member.id, name: ctx.member.user.tag })
    const stands = row?.active ? whatStands(found, words => ctx.written(words)) : ''
    return ctx.reply(success(`Case #${number} is void.${stands}`), { ephemeral: true })
  },
})

export const caseGroup: CommandGroup<typeof moderation> = {
  description: 'Shows and changes cases',
  needs: ['ModerateMembers'],
  subcommands: { show, reason, delete: remove },
  otherwise: 'show',
  synonyms: { view: 'show', info: 'show', edit: 'reason' },
  shortcuts: { reason: 'reason', editreason: 'reason', delcase: 'delete', deletecase: 'delete' },
}

export const note = here({
  description: 'Keeps a note about somebody, for moderators only',
  aliases: ['addnote', 'setnote'],
  needs: ['ModerateMembers'],
  options: {
    user: option.user('whom it is about'),
    text: option.rest('the note', { max: longestReason, keywords: [], instead: '`{prefix}case delete` voids a note.' }),
  },
  examples: ['@mara asked twice for a role'],
  run(ctx, { user, text }) {
    const about = { target: { id: user.id, name: user.tag }, name: user.displayName, text }
    const description = keepNote(ctx, commandAttribution(ctx), about, inChat)
    return ctx.reply({ embeds: [{ color: colours.success, description }] }, { ephemeral: true })
  },
})
