import { gone } from '#kit/deleted/template.ts'
import type { Guild } from 'discord.js'
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import type { Person } from '#contract'
import { UserError } from '#kit/errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { z } from 'zod'
import { plan, type Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { type XpAuthor, changeXp, undoable } from '../xp-changes/change-xp.ts'
import leveling from '../contract.ts'
import type { RoleOutlookReply } from '../role-changes/contract.ts'
import { roleForecast } from '../role-changes/role-forecast.ts'
import type { ImportReply } from './contract.ts'
import { totalsOf } from '../guild-members.ts'
import { followBatch } from '../role-changes/role-run.ts'
import { permissionsToTakeRoles } from '../role-changes/permissions.ts'
import { batchReversal, undoAbandoned, batchDescriptions } from '../xp-changes/undo.ts'
import { levelProgress } from '../curve.ts'
import { levelingChanges as changes, levelingMembers as members } from '../table.ts'
import { entriesOf, type ImportEntry, type ImportFile } from './entry.ts'
import { type ImportMode, type ImportPlan, planImport } from './plan.ts'
import type readFile from './read.task.ts'

/** The most lines of each kind that an answer shows; the counts cover all. */
const shown = 100

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler' | 'memory'>

type Importing = Doing & Pick<Services, 'plans'>

export interface ImportOrder extends ImportFile {
  mode: ImportMode
  /** Also takes level roles that the new level does not include. */
  take: boolean
  /** The first entry of the page of role changes. */
  from: number
}

/** Libraries read the file, and its sender determines how much work that is. */
const read = task<typeof readFile>('features/leveling/import/read', {
  place: 'process',
  deadlineMs: 5000,
  mostWaiting: 4,
  tooMuch: 'The file takes too long to read. Import it in parts.',
})

/** A fingerprint of a file, part of the names of the batches that imported it. */
const markOf = (text: string): string => `import-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`

function refuseAgain({ db }: Doing, guildId: string, mark: string): void {
  const again = db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.guildId, guildId), like(changes.batch, `${mark}-%`), eq(changes.undone, false)))
    .limit(1)
    .get()
  if (again)
    throw new UserError(
      'leveling.twice',
      'You have already added this file. Undo that import first, or replace instead of adding.',
      409,
    )
}

/** Raises message counts; they never decrease, so importing twice changes nothing. */
function keepMessages({ db }: Doing, guildId: string, entries: readonly ImportEntry[]): void {
  const counted = entries.filter(entry => entry.messages > 0)
  const rows = JSON.stringify(counted.map(({ userId, messages, name }) => [userId, messages, name]))
  db.run(sql`
    INSERT INTO ${members} (guild_id, user_id, messages, name)
    SELECT ${guildId}, value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true
    ON CONFLICT DO UPDATE SET messages = max(messages, excluded.messages)`)
}

function planPart(services: Doing, guildId: string, mode: ImportMode, part: readonly ImportEntry[]): ImportPlan {
  const totals = totalsOf(
    services,
    guildId,
    part.map(({ userId }) => userId),
  )
  return planImport(part, totals, mode)
}

/** Applies a file part by part, each exactly once; roles follow. If it is canceled or fails, XP is restored. */
export const importRun = plan({
  title: 'Import of levels',
  permissions: (_services, { input: { take } }) => permissionsToTakeRoles(take),
  again: 'refuse',
  attempts: 1,
  input: z.object({
    mode: z.enum(['set', 'add', 'max']),
    batch: z.string(),
    by: z.object({ userId: z.string(), name: z.string() }),
    take: z.boolean().default(false),
  }),
  step: z.object({ part: z.string() }),
  apply(services, { part: text }, { guild, input: { mode, batch, by } }) {
    const part = entriesOf(text)
    const { fresh, changed } = planPart(services, guild.id, mode, part)
    const entries = [...fresh, ...changed].map(({ entry: { userId, name }, after }) => ({ userId, name, total: after }))
    changeXp(services, { guildId: guild.id, kind: 'import', by, entries, batch })
    keepMessages(services, guild.id, part)
    return { members: part.length }
  },
  done(services, { guild, input: { batch, by, take } }) {
    if (undoable(services.db, guild.id, batch) > 0) followBatch(services, guild.id, { batch, byId: by.userId, take })
  },
  abandoned: undoAbandoned,
  reversal: batchReversal,
  told: batchDescriptions,
})

interface Outlook {
  counts: Record<keyof ImportPlan, number>
  /** The first few. */
  changed: ImportPlan['changed']
  fresh: ImportPlan['fresh']
  /** The new levels, by member. */
  levels: Map<string, number>
}

/** Plans a file part by part, with other work in between. */
async function planParts(
  services: Doing,
  guildId: string,
  { mode, parts }: { mode: ImportMode; parts: readonly string[] },
): Promise<Outlook> {
  const outlook: Outlook = { counts: { fresh: 0, changed: 0, unchanged: 0 }, changed: [], fresh: [], levels: new Map() }
  const turns = createBackgroundYield()
  for (const part of parts) {
    const planned = planPart(services, guildId, mode, entriesOf(part))
    for (const kind of ['fresh', 'changed', 'unchanged'] as const) outlook.counts[kind] += planned[kind].length
    for (const kind of ['fresh', 'changed'] as const)
      outlook[kind].push(...planned[kind].slice(0, shown - outlook[kind].length))
    for (const { entry, after } of [...planned.fresh, ...planned.changed])
      outlook.levels.set(entry.userId, levelProgress(after).level)
    await turns()
  }
  return outlook
}

/**
 * Applies a file.
 * @returns the name of the batch
 * @throws UserError if it was canceled; its changes until then are reverted, except message counts
 */
async function apply(services: Importing, guildId: string, order: ImportOrder, parts: readonly string[], by: XpAuthor) {
  const mark = markOf(order.text)
  if (order.mode === 'add') refuseAgain(services, guildId, mark)
  const batch = `${mark}-${randomBytes(4).toString('hex')}`
  const { id } = services.plans.start(importRun, {
    guildId,
    byId: by.userId,
    input: { mode: order.mode, batch, by, take: order.take },
    steps: parts.map(part => ({ part })),
  })
  const ended = await services.plans.settled(id)
  if (ended?.state === 'done') return batch
  if (ended?.state === 'cancelled')
    throw new UserError('leveling.cancelled', 'The import was canceled. What it had changed is taken back.', 409)
  throw new Error(`the import failed: ${ended?.problem ?? 'the server is gone'}`)
}

/** How long (ms) the members fetched for one page of role changes are reused for the next. */
const lookedAtMs = 30_000
const rolesOnAPage = 100

/** A page of the members whose roles an import would change. */
async function previewedRoles(
  services: Pick<Services, 'access' | 'askDiscord' | 'settings'>,
  guild: Guild,
  { text, mode, take, from }: ImportOrder,
  levels: Outlook['levels'],
): Promise<RoleOutlookReply> {
  const { levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
  const { people, problems } = await services.askDiscord({
    guildId: guild.id,
    key: ['leveling.import', markOf(text + JSON.stringify([levelRoles, rewardMode])), mode, take].join('.'),
    ttlMs: lookedAtMs,
    ask: () => roleForecast(services, guild, levels, take),
  })
  const named = (id: string) => ({ id, name: guild.roles.cache.get(id)?.name ?? gone.role })
  const page = people.slice(from, from + rolesOnAPage)
  const sum = (list: (one: (typeof people)[number]) => string[]) => people.reduce((n, one) => n + list(one).length, 0)
  return {
    members: people.length,
    gains: sum(({ gives }) => gives),
    loses: sum(({ takes }) => takes),
    rows: page.map(({ userId: id, name, avatarURL, gives, takes }) => ({
      user: { id, name, avatarURL },
      gives: gives.map(named),
      takes: takes.map(named),
    })),
    next: from + page.length < people.length ? from + page.length : null,
    problems: [...problems].map(([roleId, reason]) => ({ role: named(roleId), reason })),
  }
}

/** How long (ms) to wait for Discord to name members; after that, their ids are shown. */
const namesWithinMs = 3000

/** The names of members for whom a file contains only ids. */
async function namesOf(
  { askDiscord }: Pick<Services, 'askDiscord'>,
  guild: Guild,
  entries: readonly ImportEntry[],
): Promise<ReadonlyMap<string, string>> {
  const user = entries.filter(({ name }) => name === null).map(({ userId }) => userId)
  if (user.length === 0) return new Map()
  const ask = async () => {
    const members = await guild.members.fetch({ user, time: namesWithinMs })
    return new Map(members.map(({ id, displayName }) => [id, displayName]))
  }
  const key = `leveling.import.names.${markOf(user.join())}`
  return askDiscord({ guildId: guild.id, key, ttlMs: lookedAtMs, ask }).catch(() => new Map<string, string>())
}

/**
 * Reads a file and shows what it would change, or applies it: either all of it or, if something fails, no XP changes;
 * partial changes are reverted in the background. Resumes after a crash. Level roles follow in the background.
 * @param by the member who imports; left out for a dry run
 * @throws UserError if the file cannot be read, or was already added
 */
export async function runImport(
  services: Importing & Pick<Services, 'workers' | 'access' | 'askDiscord' | 'settings'>,
  guild: Guild,
  order: ImportOrder,
  by?: XpAuthor,
): Promise<ImportReply> {
  const file = { format: order.format, text: order.text, shown }
  const { format, parts, refused, refusals } = await services.workers.run(read, file, guild.id)
  const { counts, changed, fresh, levels } = await planParts(services, guild.id, { mode: order.mode, parts })
  const batch = by ? await apply(services, guild.id, order, parts, by) : null
  const changing = [...changed, ...fresh].slice(0, shown)
  const names = by
    ? new Map<string, string>()
    : await namesOf(
        services,
        guild,
        changing.map(({ entry }) => entry),
      )
  const person = ({ userId, name }: ImportEntry): Person => ({
    id: userId,
    name: name ?? names.get(userId) ?? null,
    avatarURL: null,
  })
  return {
    format,
    counts: { new: counts.fresh, changed: counts.changed, unchanged: counts.unchanged, refused: refusals },
    changes: changing.map(({ entry, before, after }) => ({
      user: person(entry),
      before: levelProgress(before),
      after: levelProgress(after),
    })),
    refused,
    roles: by ? null : await previewedRoles(services, guild, order, levels),
    batch: counts.fresh + counts.changed > 0 ? batch : null,
  }
}
