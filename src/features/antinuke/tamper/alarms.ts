import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import { component, type Context, job, processState, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import antinuke, { settings as settingsShape, type AntinukeSettings } from '../contract.ts'
import { sentencesShape } from './requests.ts'
import { antinukeAlarms } from './table.ts'
import { sendAlarm } from './send.ts'
import { weakenings } from './weakening.ts'

type Ctx = Context<typeof antinuke>
type Row = typeof antinukeAlarms.$inferSelect

const dayMs = 24 * 60 * 60_000
const keptMs = 90 * dayMs
/** The pause between two messages about one server (ms): alarms in between are sent together. */
const pauseMs = 60_000
/** The most alarms in one message; the others are on the page. */
const mostTold = 20
const mostListed = 100

/** When each server was last told (Unix ms). */
const toldAt = processState(() => new Map<string, number>())

/** How long after an action Discord's entry about the actor arrives (ms). */
const attributionMs = 2000

/** Stores what weakened the protection; the people who have to know are told soon. @returns the row's id */
export function raiseAlarm(
  services: Services,
  guildId: string,
  { userId, sentences, revision, forOwner }: Pick<Row, 'userId' | 'revision' | 'forOwner'> & { sentences: string[] },
): number {
  const at = services.now()
  const { id } = services.db
    .insert(antinukeAlarms)
    .values({ guildId, at, userId, sentences, revision, forOwner })
    .returning({ id: antinukeAlarms.id })
    .get()
  const last = toldAt(services).get(guildId) ?? 0
  services.scheduler.at(tellAlarms, {
    at: Math.max(userId === null ? at + attributionMs : at, last + pauseMs),
    guildId,
    key: guildId,
  })
  return id
}

/** Adds the actor to an alarm that did not name one. */
export const attribute = ({ db }: Pick<Services, 'db'>, id: number, userId: string): void =>
  void db.update(antinukeAlarms).set({ userId }).where(eq(antinukeAlarms.id, id)).run()

export const tellAlarms = job({
  lane: 'answers',
  promise: () => 'tell the server owner that the protection was weakened',
  async run(services, _payload, { guildId, attempt }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild) return
    const { db } = services
    const untold = and(eq(antinukeAlarms.guildId, guild.id), eq(antinukeAlarms.told, false))
    const rows = db.select().from(antinukeAlarms).where(untold).orderBy(asc(antinukeAlarms.id)).all()
    if (rows.length === 0) return
    const shown = rows.slice(0, mostTold)
    toldAt(services).set(guild.id, services.now())
    await sendAlarm(services, guild, {
      entries: shown.map(row => ({ ...row, sentences: sentencesShape.parse(row.sentences) })),
      more: rows.length - shown.length,
      attempt,
      undo: shown
        .filter(({ revision }) => revision !== null)
        .slice(0, 5)
        .map(({ id }, place, all) => ({
          type: ComponentType.Button as const,
          style: ButtonStyle.Danger as const,
          label: all.length === 1 ? 'Undo' : `Undo ${place + 1}`,
          custom_id: undoButton.id({ id }),
        })),
    })
    const ids = rows.map(({ id }) => id)
    db.update(antinukeAlarms).set({ told: true }).where(inArray(antinukeAlarms.id, ids)).run()
  },
})

/** Raises an alarm for every change of the settings that weakens the protection. */
export function watchSettings(services: Services): void {
  const { settings, client } = services
  settings.onChange(({ guildId, feature, author }) => {
    if (feature !== antinuke.name || author.userId === null) return
    const [revision] = settings.history(guildId, { limit: 1 })
    if (!revision || revision.feature !== antinuke.name) return
    const after = settings.read(guildId, antinuke)
    const earlier = Object.fromEntries(Object.entries(revision.changes).map(([key, [before]]) => [key, before]))
    const before = settingsShape.safeParse({ ...after, ...earlier })
    const sentences = before.success ? weakenings(before.data, after) : []
    if (sentences.length === 0) return
    const forOwner = client.guilds.cache.get(guildId)?.ownerId !== author.userId
    raiseAlarm(services, guildId, { userId: author.userId, sentences, revision: revision.id, forOwner })
  })
}

/** What weakened the protection of a server, newest first. */
export const listAlarms = ({ db, now }: Pick<Services, 'db' | 'now'>, guildId: string): Row[] =>
  db
    .select()
    .from(antinukeAlarms)
    .where(and(eq(antinukeAlarms.guildId, guildId), gt(antinukeAlarms.at, now() - keptMs)))
    .orderBy(desc(antinukeAlarms.id))
    .limit(mostListed)
    .all()

/**
 * Sets back what a change weakened, unless somebody has changed it since.
 * @throws UserError when the change is no longer kept, was undone already, or the settings were changed since
 */
export async function undoAlarm(ctx: Ctx, id: number, userId: string): Promise<void> {
  const { db, guild, settings } = ctx
  const row = db
    .select()
    .from(antinukeAlarms)
    .where(and(eq(antinukeAlarms.guildId, guild.id), eq(antinukeAlarms.id, id)))
    .get()
  const revisionId = row?.revision ?? null
  const [revision] =
    revisionId === null ? [] : settings.history(guild.id, { before: revisionId + 1, after: revisionId - 1, limit: 1 })
  if (!revision)
    throw new UserError('antinuke.alarm-gone', 'That change is no longer kept, so it cannot be undone.', 404)
  if (row?.undone) throw new UserError('antinuke.undone', 'That has been undone already.', 409)
  const keys = Object.keys(revision.changes) as (keyof AntinukeSettings)[]
  const newer = settings.touchedSince(guild.id, antinuke.name, revision.id)
  if (keys.some(key => newer.has(key)))
    throw new UserError(
      'antinuke.changed-since',
      'It was changed again since. Open the history on the dashboard and choose what to set back.',
      409,
    )
  const patch = Object.fromEntries(Object.entries(revision.changes).map(([key, [before]]) => [key, before]))
  await ctx.change(patch, { userId, via: 'restore', restores: revision.id })
  db.update(antinukeAlarms).set({ undone: true }).where(eq(antinukeAlarms.id, id)).run()
}

export const undoButton = component(antinuke, 'undo', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['owner'],
  ack: 'ephemeral',
  always: true,
  data: z.object({ id: z.coerce.number().int() }),
  async run(ctx, { id }) {
    await undoAlarm(ctx, id, ctx.member.id)
    await ctx.answer(success('Restored to how it was before.'))
  },
})

/** Deletes alarms that are too old to be of use. */
export const pruneAlarms = job({
  deletesOld: true,
  promise: 'housekeeping',
  run({ db, now }: Services) {
    db.delete(antinukeAlarms)
      .where(lte(antinukeAlarms.at, now() - keptMs))
      .run()
  },
})
