import type { GuildMember } from 'discord.js'
import type { Parts } from '#kernel/feature.ts'
import { caseChannelName, caseDetail, channelsCalled, unknownChannels } from './case-channel.ts'
import { changeReason, voidCase } from './case-edits.ts'
import { casesByDay } from './case-days.ts'
import { caseRows, findCases, moderatorsOf } from './case-search.ts'
import { type Case, warningsSince } from './case-store.ts'
import type moderation from '../contract.ts'

type Routes = NonNullable<Parts<typeof moderation>['routes']>

/** The dashboard's list of cases. */
export const routes = {
  cases(ctx) {
    const { before, limit, ...filter } = ctx.query
    const unnamed = filter.search ? unknownChannels(ctx, ctx.member) : []
    const called = filter.search ? channelsCalled(ctx, ctx.member, filter.search) : []
    const { found, total } = findCases(ctx, ctx.guild.id, { ...filter, unnamed, called }, { before, limit })
    const since = warningsSince(ctx.own, ctx.now())
    return {
      cases: caseRows(ctx, ctx.guild.id, found.map(seenBy(ctx.member)), since),
      total,
      moderators: moderatorsOf(ctx, ctx.guild.id),
    }
  },
  caseDays: ctx => casesByDay(ctx, ctx.guild.id, ctx.query.days),
  editCase(ctx) {
    const by = { id: ctx.user.id, name: ctx.user.username }
    return { case: shown(ctx, changeReason(ctx, ctx.guild, Number(ctx.params['number']), ctx.body.reason, by)) }
  },
  voidCase(ctx) {
    const by = { id: ctx.user.id, name: ctx.user.username }
    return { case: shown(ctx, voidCase(ctx, ctx.guild, Number(ctx.params['number']), by)) }
  },
} satisfies Partial<Routes>

type Reader = Pick<Parameters<Routes['cases']>[0], 'db' | 'now' | 'guild' | 'own' | 'member'>

const seenBy =
  (viewer: GuildMember) =>
  (entry: Case): Case => ({
    ...entry,
    channelName: caseChannelName(viewer, entry),
    detail: caseDetail(viewer, entry),
  })

function shown(ctx: Reader, changed: Case) {
  const [row] = caseRows(ctx, ctx.guild.id, [seenBy(ctx.member)(changed)], warningsSince(ctx.own, ctx.now()))
  if (!row) throw new Error('a case has no row')
  return row
}
