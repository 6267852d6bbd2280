import { snowflake } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Context, Parts, SessionUser, Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { activityOf } from './earning/activity.ts'
import { memberDays } from './board/member-days.ts'
import { memberRow, rankOf, xpBoard } from './board/ranking.ts'
import { changesBefore, type XpAuthor } from './xp-changes/change-xp.ts'
import { changeXpByHand } from './xp-changes/xp-by-hand.ts'
import { resetAll } from './xp-changes/reset.ts'
import { undoBatch } from './xp-changes/undo.ts'
import { importLimits } from './import/contract.ts'
import type leveling from './contract.ts'
import { neededAt, levelProgress } from './curve.ts'
import { type ImportOrder, runImport } from './import/run.ts'
import { peopleById, resolvePeople } from './board/member-names.ts'
import { previewChannel, sendPreview } from './announcing/announcement-preview.ts'
import { exportRoleResult, roleResult } from './role-changes/result.ts'
import { demandMayUndo } from './role-changes/permissions.ts'
import { previewRoles, progressOf, startRun } from './role-changes/role-run.ts'
import type exportTask from './import/export.task.ts'

const levelsFile = task<typeof exportTask>('features/leveling/import/export', {
  place: 'thread',
  deadlineMs: 30_000,
  mostWaiting: 2,
})

/**
 * The levels of a server as CSV, in a format that can be imported again. @throws UserError if too many exports are
 * waiting
 */
const exportLevels = ({ workers, db }: Pick<Services, 'workers' | 'db'>, guildId: string): Promise<string> =>
  workers.run(levelsFile, { database: db.$client.name, guildId }, guildId)

type Routes = NonNullable<Parts<typeof leveling>['routes']>

const changesOnAPage = 25
const maker = ({ id, username }: SessionUser): XpAuthor => ({ userId: id, name: username })

function memberId(params: Record<string, string>): string {
  const id = snowflake.safeParse(params['userId'])
  if (!id.success) throw new UserError('leveling.member', 'There is no such member.', 404)
  return id.data
}

function reachedBy({ total, messages }: { total: number; messages: number }) {
  const { level, xp } = levelProgress(total)
  return { level, xp, needed: neededAt(level), total, messages }
}

type Importing = Context<typeof leveling> & { user: SessionUser }

const importLevels = (ctx: Importing, order: ImportOrder, dryRun: boolean) =>
  runImport(ctx, ctx.guild, order, dryRun ? undefined : maker(ctx.user))

export const routes: Routes = {
  async preview({ guild, member, body: { message, channel, key } }) {
    if (message.trim() === '') throw new UserError('leveling.message', 'Please enter a level-up message first')
    if (channel === null || channel.trim() === '')
      throw new UserError('leveling.no-channel', 'Please select a channel for the preview')
    const place = previewChannel(guild, channel, member)
    await sendPreview(place, message, member, key)
    return { message: `Level-up preview sent to #${place.name}.` }
  },

  async leaderboard(ctx) {
    const { rows, total } = xpBoard(ctx, ctx.guild.id, ctx.query)
    const personOf = await resolvePeople(ctx, ctx.guild.id, rows)
    return { rows: rows.map(row => ({ user: personOf(row.userId), rank: row.rank, ...reachedBy(row) })), total }
  },

  standing(ctx) {
    const row = memberRow(ctx, ctx.guild.id, memberId(ctx.params))
    if (!row || row.total === 0) return { standing: null }
    return { standing: { rank: row.present ? rankOf(ctx.db, row) : null, ...reachedBy(row) } }
  },

  activity: ctx => ({ days: memberDays(ctx, ctx.guild.id, memberId(ctx.params)) }),

  async changeMember(ctx) {
    const { action, amount, key } = ctx.body
    if (action !== 'reset' && amount === undefined)
      throw new UserError('leveling.amount', 'Enter an amount of XP.', 400, { amount: 'Enter an amount of XP.' })
    const order = { kind: action, amount: amount ?? 0, key }
    const { total } = await changeXpByHand(ctx, ctx.member, memberId(ctx.params), order)
    return levelProgress(total)
  },

  resetAll: ctx => resetAll(ctx, ctx.guild.id, { by: maker(ctx.user), take: ctx.body.take_roles }),

  async changes({ db, client, guild, query }) {
    const rows = changesBefore(db, guild.id, query.before, changesOnAPage)
    const personOf = await peopleById(
      { db, client },
      guild.id,
      rows.map(({ userId }) => userId),
    )
    return {
      changes: rows.map(({ id, userId, kind, byId, byName, at, before, after, batch, undone }) => ({
        id,
        user: personOf(userId),
        kind,
        by: { userId: byId, name: byName },
        at,
        before: levelProgress(before),
        after: levelProgress(after),
        batch,
        undone,
      })),
    }
  },

  async undo(ctx) {
    const order = { guildId: ctx.guild.id, batch: ctx.body.batch, by: maker(ctx.user) }
    demandMayUndo(ctx, ctx.member, order.batch)
    const changed = await undoBatch(ctx, order)
    if (changed === 0) throw new UserError('leveling.undone', 'There is nothing left of that to undo.', 404)
    return { members: changed }
  },

  import(ctx) {
    const { dry_run: dryRun, take_roles: take, roles_from: from, ...order } = ctx.body
    return importLevels(ctx, { ...order, take, from }, dryRun)
  },

  async importFile(ctx) {
    const { dry_run: dryRun, file, format, mode, take_roles: take, roles_from: from } = ctx.body
    const text = await file.text()
    if (text.length > importLimits.characters) throw new UserError('upload.too_large', importLimits.tooLarge, 413)
    return importLevels(ctx, { format, mode, text, take, from }, dryRun)
  },

  async export(ctx) {
    activityOf(ctx).flush()
    return { name: `levels-${ctx.guild.id}.csv`, content: await exportLevels(ctx, ctx.guild.id) }
  },

  roleResult: ({ db, guild, params, query }) => roleResult(db, guild.id, params['batch'] ?? '', query.after),
  async roleResultFile(ctx) {
    const batch = ctx.params['batch'] ?? ''
    // Refuses a batch that does not exist before a file begins.
    roleResult(ctx.db, ctx.guild.id, batch)
    return { name: `roles-${batch}.csv`, content: await exportRoleResult(ctx, ctx.guild.id, batch) }
  },

  previewRoles(ctx) {
    const { body, guild } = ctx
    return previewRoles(ctx, guild, { rewards: body.level_roles, mode: body.reward_mode, take: body.take_roles })
  },
  applyRoles: ctx => ({
    progress: startRun(ctx, { guildId: ctx.guild.id, byId: ctx.user.id, take: ctx.body.take_roles }),
  }),
  roleProgress: ctx => ({ progress: progressOf(ctx, ctx.guild.id) }),
}
