import { and, desc, eq, lte } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { formatCount } from '#kit/numbers.ts'
import { peopleOf } from '#kit/people.ts'
import { timeTag } from '#kit/template.ts'
import type { Services } from '#kernel/feature.ts'
import { raise } from '../alarms/alarm.ts'
import { openIncidents } from '../incidents/incidents.ts'
import { cursorNow } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import { recover } from '../recovery/recover.ts'
import type { Touched } from '../recovery/steps.ts'
import { countSteps, recoveryById, runningIn } from '../recovery/store.ts'
import { attackFor } from './choice.ts'
import { chosen as chosenSchema, type ShownRestoration } from './contract.ts'
import { firstMoment } from './recorded.ts'
import { restorations } from './table.ts'

type Restoration = typeof restorations.$inferSelect

const shownMost = 20

/** What a restoration has to wait for, as a sentence; null when it can begin. */
export function busyWith(services: Services, guildId: string): string | null {
  const [attack] = openIncidents(services, guildId)
  if (attack) return `Incident ${attack.number} is under way. Wait until it is over.`
  const running = runningIn(services, guildId)
  if (!running) return null
  return running.incident === null
    ? 'Something is being put back already. Wait until it is done.'
    : `What incident ${running.incident} destroyed is being put back. Wait until it is done.`
}

function momentOf({ db, now }: Services, guildId: string, cursor: number): number {
  const row = db
    .select({ at: journal.at })
    .from(journal)
    .where(and(eq(journal.guildId, guildId), lte(journal.id, cursor)))
    .orderBy(desc(journal.id))
    .limit(1)
    .get()
  return row?.at ?? now()
}

interface Wanted {
  userId: string
  /** The cursor of the moment to put back. */
  good: number
  touched: readonly Touched[]
  undoes: number | null
}

/**
 * Puts something back, in the background, and keeps the moment before that. Both are stored when this returns.
 * @throws UserError 409 while an incident or another restoration is under way
 */
function begin(services: Services, guildId: string, { userId, good, touched, undoes }: Wanted): { id: number } {
  const kept = cursorNow(services, guildId)
  return services.db.transaction(() => {
    const busy = busyWith(services, guildId)
    if (busy !== null) throw new UserError('antinuke.busy', busy, 409)
    const { recoveryId } = recover(services, {
      guildId,
      incidentId: null,
      ...attackFor(services, guildId, good, touched),
    })
    return services.db
      .insert(restorations)
      .values({
        guildId,
        recoveryId,
        userId,
        at: services.now(),
        kept,
        good,
        goodAt: momentOf(services, guildId, good),
        chosen: touched,
        undoes,
      })
      .returning({ id: restorations.id })
      .get()
  })
}

/**
 * Posts in the log channel who put what back; direct messages to the owner are kept for what weakens the protection.
 */
const tell = (services: Services, guildId: string, text: string): void =>
  raise(services, guildId, { title: 'Time machine', text, tone: 'news', ownerKey: null })

/** Puts something back to how it was at a moment. @throws UserError 409 */
export function restore(services: Services, guildId: string, wanted: Omit<Wanted, 'undoes'>): { id: number } {
  const begun = begin(services, guildId, { ...wanted, undoes: null })
  const moment = momentOf(services, guildId, wanted.good)
  tell(
    services,
    guildId,
    `<@${wanted.userId}> is putting ${formatCount(wanted.touched.length, 'thing')} back to the state of ${timeTag(moment, 'f')}.`,
  )
  return begun
}

const undone = ({ db }: Services, guildId: string): Set<number | null> =>
  new Set(
    db
      .select({ id: restorations.undoes })
      .from(restorations)
      .where(eq(restorations.guildId, guildId))
      .all()
      .map(({ id }) => id),
  )

function mayUndo(services: Services, one: Restoration, takenBack: ReadonlySet<number | null>): boolean {
  const state = recoveryById(services, one.recoveryId)?.state
  const first = firstMoment(services, one.guildId)
  const isOver = state === 'done' || state === 'stopped'
  return isOver && !takenBack.has(one.id) && first !== undefined && one.kept >= first.cursor
}

/** Puts back what a restoration changed, in the same way. @throws UserError 404, 409 */
export function undoRestoration(services: Services, guildId: string, id: number, userId: string): { id: number } {
  const row = services.db
    .select()
    .from(restorations)
    .where(and(eq(restorations.guildId, guildId), eq(restorations.id, id)))
    .get()
  if (!row) throw new UserError('antinuke.restoration', 'There is no restoration with this number.', 404)
  const busy = busyWith(services, guildId)
  if (busy !== null) throw new UserError('antinuke.busy', busy, 409)
  if (!mayUndo(services, row, undone(services, guildId)))
    throw new UserError('antinuke.undone', 'It has already been undone, or was too long ago.', 409)
  const touched = chosenSchema.parse(row.chosen) as Touched[]
  const begun = begin(services, guildId, { userId, good: row.kept, touched, undoes: row.id })
  tell(services, guildId, `<@${userId}> is taking back a restoration of ${formatCount(touched.length, 'thing')}.`)
  return begun
}

/** What was recently put back by hand, newest first. @param may whether the reader may undo it */
export async function shownRestorations(
  services: Services,
  guildId: string,
  may: boolean,
): Promise<ShownRestoration[]> {
  const { db, client } = services
  const rows = db
    .select()
    .from(restorations)
    .where(eq(restorations.guildId, guildId))
    .orderBy(desc(restorations.id))
    .limit(shownMost)
    .all()
  const person = await peopleOf(
    client,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  const takenBack = undone(services, guildId)
  return rows.flatMap((row): ShownRestoration[] => {
    const recovery = recoveryById(services, row.recoveryId)
    if (!recovery) return []
    const { todo, begun, done, refused } = countSteps(services, recovery)
    return [
      {
        id: row.id,
        at: row.at,
        by: row.userId === null ? null : person(row.userId),
        moment: row.goodAt,
        things: chosenSchema.parse(row.chosen).length,
        state: recovery.state,
        problem: recovery.problem,
        steps: { done: done + refused, total: todo + begun + done + refused },
        undoes: row.undoes,
        mayUndo: may && mayUndo(services, row, takenBack),
      },
    ]
  })
}
