import type { User } from 'discord.js'
import type { Settings } from '#contract'
import { usageError } from '#kernel/commands/words.ts'
import { UserError } from '#kit/errors.ts'
import {
  type CommandContext,
  type CommandGroup,
  type Context,
  type ContextMenu,
  type Services,
  command,
  component,
  option,
} from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { caseList, casesOnAPage, type ListPage, pageData } from '../cases/case-list.ts'
import { caseRows, findCases } from '../cases/case-search.ts'
import { activeWarnings, endWarnings, warningsSince } from '../cases/case-store.ts'
import moderation from '../contract.ts'

const here = command<typeof moderation>()

type Reader = Pick<Services, 'db' | 'now'> & { guild: { id: string }; own: Settings<typeof moderation> }

function listPage(ctx: Reader, caller: string, asked: ListPage, name: string) {
  const { guild, own } = ctx
  const since = warningsSince(own, ctx.now())
  const filter = { target: asked.target, kind: asked.list === 'warnings' ? ('warn' as const) : undefined }
  const page = Math.max(0, asked.page)
  const { found, total } = findCases(ctx, guild.id, filter, { offset: page * casesOnAPage, limit: casesOnAPage })
  const active = activeWarnings(ctx, guild.id, asked.target, since).length
  const note = `${active} of ${own.maxWarn} warnings count`
  const idOf = (to: number) => casePage.id({ ...asked, page: to }, caller)
  return caseList({ ...asked, idOf, page, name, rows: caseRows(ctx, guild.id, found, since), total, note })
}

const needs = { history: 'ModerateMembers', warnings: 'KickMembers' } as const

/** Turns the page of a list, for the person who requested it, if they may still see it. */
export const casePage = component(moderation, 'casePage', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ({ list }) => [needs[list]],
  ack: 'update',
  data: pageData,
  async run(ctx, asked) {
    const user = await ctx.client.users.fetch(asked.target)
    await ctx.answer(listPage(ctx, ctx.member.id, asked, user.displayName))
  },
})

function showHistory(ctx: CommandContext<typeof moderation>, user: User) {
  const asked = { target: user.id, list: 'history' as const, page: 0 }
  return ctx.reply(listPage(ctx, ctx.member.id, asked, user.displayName), { ephemeral: true })
}

export const history = here({
  description: 'Lists all cases and notes about somebody',
  aliases: ['cases', 'modlogs', 'infractions', 'modhistory', 'punishments', 'notes'],
  needs: [needs.history],
  options: { user: option.user('whose cases to list') },
  examples: ['@mara'],
  run: (ctx, { user }) => showHistory(ctx, user),
})

/** The same from a user's context menu. */
export const historyMenu: ContextMenu<typeof moderation> = {
  title: 'Moderation history',
  on: 'user',
  needs: [needs.history],
  run: showHistory,
}

const list = here({
  description: 'Lists the warnings of somebody; your own when nobody is named',
  options: { user: option.user('whose warnings to list', { optional: true }) },
  examples: ['', '@mara'],
  run(ctx, { user = ctx.member.user }) {
    const asked = { target: user.id, list: 'warnings' as const, page: 0 }
    return ctx.reply(listPage(ctx, ctx.member.id, asked, user.displayName), { ephemeral: true })
  },
})

function endedSentence(ctx: Context<typeof moderation>, name: string, ended: number, targetId: string): string {
  const left = activeWarnings(ctx, ctx.guild.id, targetId, warningsSince(ctx.own, ctx.now())).length
  const what = ended === 1 ? 'One warning' : `${ended} warnings`
  return `${what} of **${inert(name)}** no longer count${ended === 1 ? 's' : ''}; ${left} of ${ctx.own.maxWarn} still count. The records stay.`
}

export const clearwarn = here({
  description: 'Clears warnings of somebody; the records stay',
  aliases: ['clearwarns', 'clearwarnings', 'clearinfractions'],
  aliasesWith: { delwarn: 'number', removewarn: 'number', rmwarn: 'number', unwarn: 'number' },
  needs: [needs.warnings],
  options: {
    user: option.user('whose warnings to clear'),
    number: option.text('the case number of one warning, or all', {
      optional: true,
      max: 12,
      instead: 'Name the member first, then the number of the case.',
    }),
  },
  examples: ['@mara', '@mara 12', '@mara all'],
  run(ctx, { user, number = 'all' }) {
    const { guild, member, own } = ctx
    const only = number.toLowerCase() === 'all' ? undefined : Number(number.replace(/^#/, ''))
    if (only !== undefined && !Number.isSafeInteger(only))
      throw usageError('Number must be the number of a case, or all.')
    if (user.id === member.id && guild.ownerId !== member.id)
      throw new UserError('moderation.yourself', 'You cannot clear your own warnings.', 403)
    const since = warningsSince(own, ctx.now())
    const ended = endWarnings(ctx, guild.id, user.id, { since, ended: 'cleared', by: member.id, only })
    if (ended === 0)
      throw new UserError(
        'moderation.no-warnings',
        only === undefined
          ? `${inert(user.displayName)} has no warnings that count.`
          : `Case #${only} is not a warning that counts against ${inert(user.displayName)}.`,
        404,
      )
    return ctx.reply(success(endedSentence(ctx, user.displayName, ended, user.id)))
  },
})

const clear = here({
  ...clearwarn,
  aliases: [],
  aliasesWith: {},
})

export const warnings: CommandGroup<typeof moderation> = {
  description: 'Lists and clears warnings',
  aliases: ['warns', 'warnlist'],
  needs: [needs.warnings],
  subcommands: { list, clear },
  bare: 'list',
  otherwise: 'list',
}
