import { type Context, type Parts, state } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import { cursorAt, cursorNow } from '../journal/state-at.ts'
import { accessOf, standingIn } from '../rights/access-level.ts'
import { UserError } from '#kit/errors.ts'
import { formatCount } from '#kit/numbers.ts'
import { chosenBetween, demandKnown } from './choice.ts'
import { differencesBetween } from './differences.ts'
import { dryRunOf } from './dry-run.ts'
import { firstMoment, lastChangeAt, momentsBeforeIncidents, recordedDays } from './recorded.ts'
import { busyWith, restore, shownRestorations, undoRestoration } from './restore.ts'
import { mostUnchanged } from './contract.ts'
import { shownComparison, shownUnchanged } from './shown.ts'

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
type Names = 'timeMachine' | 'compareMoments' | 'unchanged' | 'dryRun' | 'restoreMoment' | 'undoRestoration'

const presetsOf = (ctx: Context<typeof antinuke>, restorations: readonly { at: number; things: number }[]) => [
  ...momentsBeforeIncidents(ctx, ctx.guild.id).map(({ number, at }) => ({
    label: `Just before incident ${number}`,
    at,
  })),
  ...restorations.map(({ at, things }) => ({
    label: `Before ${formatCount(things, 'thing was', 'things were')} put back`,
    at,
  })),
]

const askedIn = state(() => ({ restoring: false }))

export const routes: Pick<Routes, Names> = {
  async timeMachine(ctx) {
    const { guild } = ctx
    const mayRestore = accessOf(standingIn(ctx, ctx.member)).canEditSettings
    const restorations = await shownRestorations(ctx, guild.id, mayRestore)
    const since = firstMoment(ctx, guild.id)?.at ?? null
    return {
      since,
      lastChange: lastChangeAt(ctx, guild.id),
      days: recordedDays(ctx, guild.id, ctx.query.offset),
      presets: presetsOf(ctx, restorations).filter(({ at }) => since !== null && at >= since),
      busy: busyWith(ctx, guild.id),
      restorations,
      mayRestore,
    }
  },
  async compareMoments(ctx) {
    const { guild, query } = ctx
    const first = firstMoment(ctx, guild.id)
    const now = cursorNow(ctx, guild.id)
    if (!first) return { from: now, to: now, changes: 0, groups: [], left: 0 }
    // The first change may have been recorded in the same millisecond: for both A and B, this means the moment before
    // it.
    const cursorOf = (at: number) =>
      at <= first.at ? first.cursor : Math.max(first.cursor, cursorAt(ctx, guild.id, at))
    const from = cursorOf(query.from)
    const to = query.to === undefined ? now : cursorOf(query.to)
    if (to < from && (query.to ?? Infinity) < query.from)
      throw new UserError('antinuke.moments', 'A has to be before B.')
    const between = { from, to: Math.max(from, to) }
    const differences = await differencesBetween(ctx, guild.id, between, ctx.signal)
    return shownComparison(ctx, ctx.member, differences, between)
  },
  async unchanged(ctx) {
    const { from, to, group } = ctx.query
    demandKnown(ctx, ctx.guild.id, from, to)
    const differences = await differencesBetween(ctx, ctx.guild.id, { from, to }, ctx.signal)
    return { things: shownUnchanged(ctx, ctx.member, differences, group).slice(0, mostUnchanged) }
  },
  async dryRun(ctx) {
    const chosen = await chosenBetween(ctx, ctx.member, ctx.body, ctx.signal)
    return dryRunOf(ctx, ctx.member, ctx.body.from, chosen)
  },
  async restoreMoment(ctx) {
    const { guild } = ctx
    const asked = askedIn(ctx, guild.id)
    const busy = busyWith(ctx, guild.id) ?? (asked.restoring ? 'Something is being put back already.' : null)
    if (busy !== null) throw new UserError('antinuke.busy', busy, 409)
    // Comparing takes a moment: a second press during it must not put the same things back once more.
    asked.restoring = true
    try {
      const { touched } = await chosenBetween(ctx, ctx.member, ctx.body)
      return restore(ctx, guild.id, { userId: ctx.user.id, good: ctx.body.from, touched })
    } finally {
      asked.restoring = false
    }
  },
  async undoRestoration(ctx) {
    return undoRestoration(ctx, ctx.guild.id, Number(ctx.params['id']), ctx.user.id)
  },
}
