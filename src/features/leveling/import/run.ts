import { createHash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, eq, like, sql } from 'drizzle-orm'
import type { Person } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { activityOf } from '../activity.ts'
import { changeXp, undoBatch, type Author } from '../xp-changes.ts'
import type { ImportReply } from '../contract.ts'
import { levelProgress } from '../curve.ts'
import { levelingChanges as changes, levelingMembers as members } from '../table.ts'
import type { Entry } from './entry.ts'
import { type Mode, type Plan, planImport } from './plan.ts'
import type readFile from './read.task.ts'

/** Lines that an answer shows of each kind; the counts have all. */
const shown = 100

type Doing = Pick<Services, 'db' | 'log' | 'now' | 'scheduler' | 'memory'>

export interface ImportOrder {
  format: 'auto' | 'csv' | 'mee6'
  text: string
  mode: Mode
}

/** A file is read by libraries, and whoever sends it decides what they have to do. */
const read = task<typeof readFile>('features/leveling/import/read', {
  place: 'process',
  deadlineMs: 5000,
  mostWaiting: 4,
  tooMuch: 'The file takes too long to read. Import it in parts.',
})

/** All XP of those of a part of the file who have some. */
function totalsOf({ db }: Doing, guildId: string, part: readonly Entry[]): Map<string, number> {
  const ids = JSON.stringify(part.map(({ userId }) => userId))
  const rows = db
    .select({ userId: members.userId, total: members.total })
    .from(members)
    .where(and(eq(members.guildId, guildId), sql`${members.userId} IN (SELECT value FROM json_each(${ids}))`))
    .all()
  return new Map(rows.map(({ userId, total }) => [userId, total]))
}

/** A file's own mark, in the names of the batches that imported it. */
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
      'You have added this file already. Undo that import first, or replace instead of adding.',
      409,
    )
}

/** Counts of messages only grow: importing twice changes nothing. */
function keepMessages({ db }: Doing, guildId: string, entries: readonly Entry[]): void {
  const counted = entries.filter(entry => entry.messages > 0)
  const rows = JSON.stringify(counted.map(({ userId, messages, name }) => [userId, messages, name]))
  db.run(sql`
    INSERT INTO ${members} (guild_id, user_id, messages, name)
    SELECT ${guildId}, value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true
    ON CONFLICT DO UPDATE SET messages = max(messages, excluded.messages)`)
}

/** Members that are dealt with in one transaction: others wait for no more than that. */
const atOnce = 100

/** Plans a file part by part and, with `change`, carries each part out; between two of them others have their turn. */
async function inParts(
  services: Doing,
  guildId: string,
  { mode }: ImportOrder,
  entries: readonly Entry[],
  change?: { by: Author; batch: string },
): Promise<Plan> {
  const whole: Plan = { fresh: [], changed: [], unchanged: [] }
  for (let from = 0; from < entries.length; from += atOnce) {
    const part = entries.slice(from, from + atOnce)
    activityOf(services).flush()
    const plan = services.db.transaction(() => {
      const planned = planImport(part, totalsOf(services, guildId, part), mode)
      if (!change) return planned
      const changing = [...planned.fresh, ...planned.changed].map(({ entry: { userId, name }, after }) => ({
        userId,
        name,
        total: after,
      }))
      changeXp(services, { guildId, kind: 'import', entries: changing, ...change })
      keepMessages(services, guildId, part)
      return planned
    })
    for (const kind of ['fresh', 'changed', 'unchanged'] as const) whole[kind].push(...plan[kind])
    await setImmediate()
  }
  return whole
}

/** @returns what was changed, under which name. What failed in the midst is taken back, but for counts of messages. */
async function apply(services: Doing, guildId: string, order: ImportOrder, entries: readonly Entry[], by: Author) {
  const mark = markOf(order.text)
  if (order.mode === 'add') refuseAgain(services, guildId, mark)
  const batch = `${mark}-${randomBytes(4).toString('hex')}`
  try {
    const plan = await inParts(services, guildId, order, entries, { by, batch })
    return { plan, batch: plan.fresh.length + plan.changed.length > 0 ? batch : null }
  } catch (error) {
    undoBatch(services, guildId, batch, by)
    throw error
  }
}

/**
 * Reads a file and says what it would change, or changes it: all of it or, when something fails, nobody's XP.
 * @param by who imports; left out for a dry run
 * @throws UserError when it cannot be read, or was added before
 */
export async function runImport(
  services: Doing & Pick<Services, 'workers'>,
  guildId: string,
  order: ImportOrder,
  by?: Author,
): Promise<ImportReply> {
  const parsed = await services.workers.run(read, { format: order.format, text: order.text }, guildId)
  const { plan, batch } = by
    ? await apply(services, guildId, order, parsed.entries, by)
    : { plan: await inParts(services, guildId, order, parsed.entries), batch: null }
  const person = ({ userId, name }: Entry): Person => ({ id: userId, name, avatarURL: null })
  return {
    format: parsed.format,
    counts: {
      new: plan.fresh.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged.length,
      refused: parsed.refused.length,
    },
    changes: [...plan.changed, ...plan.fresh].slice(0, shown).map(({ entry, before, after }) => ({
      user: person(entry),
      before: levelProgress(before),
      after: levelProgress(after),
    })),
    refused: parsed.refused.slice(0, shown),
    batch,
  }
}
