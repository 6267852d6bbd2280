import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { job, type Context, type Services, type SettingsChange } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import { demandSound } from '../rights/check-settings.ts'
import { awaitingSecondPerson } from './contract.ts'
import { antinukeRequests } from './table.ts'
import { weakenings } from './weakening.ts'

type Ctx = Context<typeof antinuke>
type Row = typeof antinukeRequests.$inferSelect

const dayMs = 24 * 60 * 60_000
/** How long the second person has (ms). */
const patienceMs = dayMs
const keptMs = 30 * dayMs
/** The most waiting requests of one server, so that nobody can bury the important ones. */
const mostWaiting = 20

/** What the history calls a confirmed change. */
const confirmed = 'second person'

const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
export const sentencesShape = z.array(z.string())

const waiting = (guildId: string, now: number) =>
  and(eq(antinukeRequests.guildId, guildId), eq(antinukeRequests.state, 'waiting'), gt(antinukeRequests.expiresAt, now))

/** The requests that wait in a server, newest first. */
export const waitingRequests = ({ db, now }: Pick<Services, 'db' | 'now'>, guildId: string): Row[] =>
  db.select().from(antinukeRequests).where(waiting(guildId, now())).orderBy(desc(antinukeRequests.id)).all()

function difference(before: AntinukeSettings, after: AntinukeSettings) {
  const keys = Object.keys(after) as (keyof AntinukeSettings)[]
  return Object.fromEntries(
    keys.filter(key => !isDeepStrictEqual(before[key], after[key])).map(key => [key, [before[key], after[key]]]),
  )
}

const asStored = (changes: unknown): unknown => JSON.parse(JSON.stringify(changes))

/**
 * Keeps a change for a second person. If the same person asks for the same change again, it is the same request.
 * @returns `refusal` is the answer for the person who asked
 * @throws UserError when too many requests wait already
 */
export function keepForSecondPerson(
  { db, guild, now }: Ctx,
  userId: string,
  { before, after }: SettingsChange<typeof antinuke>,
  sentences: readonly string[],
): { row: Row; isNew: boolean; refusal: UserError } {
  const open = waitingRequests({ db, now }, guild.id)
  const changes = difference(before, after)
  const same = open.find(row => row.userId === userId && isDeepStrictEqual(row.changes, asStored(changes)))
  if (!same && open.length >= mostWaiting)
    throw new UserError('antinuke.requests', 'Too many changes wait for a second person. Confirm or reject some first.')
  const at = now()
  const entry = { guildId: guild.id, at, expiresAt: at + patienceMs, userId, changes, sentences }
  const row = same ?? db.insert(antinukeRequests).values(entry).returning().get()
  const refusal = new UserError(
    awaitingSecondPerson,
    `Nothing is changed yet: the server owner or another extra owner must confirm it within 24 hours (request ${row.id}).`,
    409,
  )
  return { row, isNew: !same, refusal }
}

/**
 * The parts of a change that need a second person, as phrases. The owner never waits: if the owner is alone, nobody
 * else could confirm it.
 */
export function secondPersonNeeded(
  { guild }: Pick<Ctx, 'guild'>,
  { before, after, author }: SettingsChange<typeof antinuke>,
): string[] {
  return !before.twoPersons || author.userId === guild.ownerId || author.via === confirmed
    ? []
    : weakenings(before, after)
}

const gone = () => new UserError('antinuke.request-gone', 'That request is no longer waiting.', 404)

function openRequest({ db, now, guild }: Ctx, id: number): Row {
  const row = db
    .select()
    .from(antinukeRequests)
    .where(and(waiting(guild.id, now()), eq(antinukeRequests.id, id)))
    .get()
  if (!row) throw gone()
  return row
}

const decide = ({ db }: Ctx, id: number, state: Row['state'], decidedBy: string): boolean =>
  db
    .update(antinukeRequests)
    .set({ state, decidedBy })
    .where(and(eq(antinukeRequests.id, id), eq(antinukeRequests.state, 'waiting')))
    .run().changes === 1

/** Whether somebody may confirm: not the person who asked. Their right to do so is checked by the caller. */
export const mayConfirm = ({ userId }: Pick<Row, 'userId'>, confirmerId: string): boolean => userId !== confirmerId

/**
 * Makes a change that waited.
 * @throws UserError when it no longer waits, when the same person asked for it or one who no longer may, or when what
 * it changes was changed in the meantime
 */
export async function confirmRequest(ctx: Ctx, id: number, confirmerId: string): Promise<Row> {
  const row = openRequest(ctx, id)
  const { guild, own, settings } = ctx
  if (!mayConfirm(row, confirmerId))
    throw new UserError('antinuke.same-person', 'Somebody else has to confirm what you asked for.', 403)
  const stillMay = row.userId === guild.ownerId || own.extraOwners.includes(row.userId)
  if (!stillMay) {
    decide(ctx, id, 'dropped', confirmerId)
    throw new UserError(
      'antinuke.request-gone',
      'The person who asked for it is no longer an extra owner, so it was dropped.',
      409,
    )
  }
  const changes = changesShape.parse(row.changes)
  const patchOf = () => {
    const current: Record<string, unknown> = ctx.own
    if (Object.entries(changes).some(([key, [before]]) => !isDeepStrictEqual(current[key], before)))
      throw new UserError(
        'antinuke.request-outdated',
        'The settings were changed in the meantime. Ask for it again.',
        409,
      )
    return Object.fromEntries(Object.entries(changes).map(([key, [, after]]) => [key, after]))
  }
  const author = { userId: confirmerId, via: confirmed, place: `request ${id}` }
  await demandSound(ctx, { before: ctx.own, after: settings.preview(guild.id, antinuke, patchOf()), author })
  ctx.db.transaction(() => {
    if (!decide(ctx, id, 'confirmed', confirmerId)) throw gone()
    ctx.save(patchOf(), author)
  })
  return row
}

/** Drops a change that waited. @throws UserError when it no longer waits */
export function rejectRequest(ctx: Ctx, id: number, by: string): Row {
  const row = openRequest(ctx, id)
  decide(ctx, id, 'rejected', by)
  return row
}

/** Deletes old requests. */
export const pruneRequests = job({
  deletesOld: true,
  promise: 'housekeeping',
  run({ db, now }: Services) {
    db.delete(antinukeRequests)
      .where(lte(antinukeRequests.at, now() - keptMs))
      .run()
  },
})
