import { and, asc, count, desc, eq, gt, lt, lte, ne, or } from 'drizzle-orm'
import type { Person } from '#contract'
import { findUser } from '#kit/find-user.ts'
import { peopleOf } from '#kit/people.ts'
import type { Context } from '#kernel/feature.ts'
import type { GuildMember } from 'discord.js'
import { idMap } from '../recovery/id-map.ts'
import { recoveriesOf, incidentsOf, runningFor } from '../recovery/store.ts'
import type antinuke from '../contract.ts'
import { rolesTaken, sanctionsOf } from '../engine/punish/sanctions.ts'
import { moduleLabel, punishmentLabel } from '../modules/contract.ts'
import { accessOf, standingIn } from '../rights/access-level.ts'
import {
  type IncidentReport,
  mostEvents,
  mostPickets,
  type ShownEvent,
  type ShownIncident,
  type ShownRecovery,
} from './contract.ts'
import { type Incident, landedIn } from './incidents.ts'
import { kindLabel, namesFor } from './names.ts'
import { powerOrigin } from './power-origin.ts'
import { recoveryEvents, shownRecovery } from './shown-recovery.ts'
import { picketRowOf } from './picket-row.ts'
import { antinukeIncidentEvents as events, antinukeIncidents as incidents } from './table.ts'

type Ctx = Context<typeof antinuke>

/** The most events from which the strip is drawn: the first ones. */
const mostMarks = 400

function shownIncident(
  { db }: Pick<Ctx, 'db'>,
  incident: Incident,
  person: (id: string) => Person,
  more: readonly Pick<ShownEvent, 'at' | 'lane'>[] = [],
): ShownIncident {
  const { guildId, number, actorId, module, punishment, ...times } = incident
  // What is taken back days later is not part of the course of the incident.
  const isPart = times.endedAt === null ? undefined : or(ne(events.lane, 'stop'), lte(events.at, times.endedAt))
  const own = and(eq(events.guildId, guildId), eq(events.number, number), isPart)
  const marks = db
    .select({ at: events.at, lane: events.lane })
    .from(events)
    .where(own)
    .orderBy(asc(events.at))
    .limit(mostMarks)
    .all()
  return {
    ...times,
    number,
    module: moduleLabel(module),
    punishment: punishmentLabel(punishment),
    actor: actorId === null ? null : person(actorId),
    landed: landedIn({ db }, incident),
    strip: picketRowOf([...marks, ...more]).slice(0, mostPickets),
  }
}

/** The incidents of a server, newest first. @param page.before only those with a smaller number */
export async function incidentPage(ctx: Ctx, { before, limit }: { before: number | undefined; limit: number }) {
  const { db, guild, client } = ctx
  const inGuild = eq(incidents.guildId, guild.id)
  const rows = db
    .select()
    .from(incidents)
    .where(before === undefined ? inGuild : and(inGuild, lt(incidents.number, before)))
    .orderBy(desc(incidents.number))
    .limit(limit)
    .all()
  const total = db.select({ count: count() }).from(incidents).where(inGuild).get()
  const person = await peopleOf(
    client,
    rows.flatMap(({ actorId }) => actorId ?? []),
  )
  return { incidents: rows.map(row => shownIncident(ctx, row, person)), total: total?.count ?? 0 }
}

/** The number of the incident just before or after. */
function neighbour({ db }: Pick<Ctx, 'db'>, { guildId, number }: Incident, which: 'previous' | 'next'): number | null {
  const row = db
    .select({ number: incidents.number })
    .from(incidents)
    .where(
      and(
        eq(incidents.guildId, guildId),
        which === 'previous' ? lt(incidents.number, number) : gt(incidents.number, number),
      ),
    )
    .orderBy(which === 'previous' ? desc(incidents.number) : asc(incidents.number))
    .get()
  return row?.number ?? null
}

/** What was destroyed and is not in any recovery's report, as nobody had read it before the attack. */
function neverSeen(
  { guild }: GuildMember,
  noted: readonly ShownEvent[],
  { verified, lost }: ShownRecovery,
  idNow: (id: string) => string,
): ShownRecovery['lost'] {
  const told = new Set([...verified.map(({ id }) => id), ...lost.map(one => one.id)])
  const isThere = (id: string) => guild.channels.cache.has(id) || guild.roles.cache.has(id)
  const targets = noted
    .flatMap(({ lane, parts }) => (lane === 'attack' ? parts : []))
    .filter(one => typeof one !== 'string')
  const gone = new Map(
    targets
      .filter(({ about, id }) => about !== 'user' && !told.has(id) && !isThere(id) && !isThere(idNow(id)))
      .map(one => [one.id, one]),
  )
  return [...gone.values()].map(({ id, about, name }) => ({
    id,
    kind: kindLabel(about === 'role' ? 'role' : 'channel'),
    name,
    field: null,
    reason: 'It was gone before I had read the server, so I do not know what it was like.',
    newAddress: false,
  }))
}

/** How long it is known whether an id belongs to an account (ms). */
const knownMs = 60_000

/** The attackers that are webhooks: their sanction says so, or Discord knows no account with that id. */
async function webhooksAmong(
  { askDiscord, client, guild }: Ctx,
  ids: Iterable<string>,
  { person, isToBeDeleted }: { person: (id: string) => Person; isToBeDeleted: (id: string) => boolean },
): Promise<string[]> {
  const isWebhook = async (id: string) => {
    if (isToBeDeleted(id)) return true
    if (person(id).name !== null) return false
    const key = `antinuke.account ${id}`
    const ask = () => findUser(client, id)
    return (await askDiscord({ guildId: guild.id, key, ttlMs: knownMs, ask }).catch(() => null)) === 'nobody'
  }
  const found = await Promise.all([...new Set(ids)].map(async id => ((await isWebhook(id)) ? [id] : [])))
  return found.flat()
}

const isSnowflake = (entry: string | null): entry is string => entry !== null && /^\d{17,20}$/.test(entry)

/** Returns everything about one incident that its reader may know. */
export async function reportOf(ctx: Ctx, viewer: GuildMember, incident: Incident): Promise<IncidentReport> {
  const { db, client } = ctx
  const { guildId, number } = incident
  const own = and(eq(events.guildId, guildId), eq(events.number, number))
  const rows = db.select().from(events).where(own).orderBy(asc(events.at), asc(events.id)).limit(mostEvents).all()
  const all = db.select({ count: count() }).from(events).where(own).get()
  const sanctions = sanctionsOf(ctx, incident)
  const origins = new Map(sanctions.map(({ userId }) => [userId, powerOrigin(ctx, incident, userId)]))
  const took = [
    incident.actorId,
    ...sanctions.map(({ userId }) => userId),
    ...rows.map(({ userId }) => userId),
    ...[...origins.values()].map(({ given }) => given?.by ?? null),
  ]
  const person = await peopleOf(
    client,
    took.filter(id => id !== null),
  )
  // Each attempt has its own steps; the last report covers everything that the attackers touched.
  const attempts = recoveriesOf(ctx, guildId, number)
  const recovery = attempts.at(-1)
  const ids = idMap(ctx, guildId, recovery?.id)
  const names = namesFor(viewer, { person, idNow: id => ids.now(id), told: rows.map(({ parts }) => parts) })
  const shown = recovery ? shownRecovery(ctx, recovery, ids, names) : null
  const together = recovery ? incidentsOf(recovery).filter(other => other !== number) : []
  const repairs = attempts.flatMap(one => recoveryEvents(ctx, one, names))
  const noted = rows.map(
    ({ id, at, lane, parts, entry }): ShownEvent => ({
      id,
      at,
      lane,
      parts: names.parts(parts),
      entry: isSnowflake(entry) ? entry : null,
    }),
  )
  if (shown?.state === 'done') shown.lost.push(...neverSeen(viewer, noted, shown, id => ids.now(id)))
  const attackers = [...(incident.actorId === null ? [] : [incident.actorId]), ...sanctions.map(({ userId }) => userId)]
  const isToBeDeleted = (id: string) =>
    sanctions.some(({ userId, steps }) => userId === id && steps.some(step => step.do === 'delete-webhook'))
  const webhooks = await webhooksAmong(ctx, attackers, { person, isToBeDeleted })
  const timeline = [...noted, ...repairs].toSorted((a, b) => a.at - b.at)
  return {
    incident: shownIncident(ctx, incident, person, repairs),
    events: timeline.slice(0, mostEvents),
    moreEvents: Math.max(0, (all?.count ?? 0) + repairs.length - mostEvents),
    sanctions: sanctions.map(sanction => {
      const { userId, state, done, settledAt } = sanction
      const { roles: giving, given } = origins.get(userId) ?? { roles: [], given: undefined }
      return {
        user: person(userId),
        state,
        done,
        roles: rolesTaken(sanction).length,
        power: giving.map(({ id, name, permissions }) => ({ role: names.object('role', id, name), permissions })),
        given: given ? { by: person(given.by), at: given.at } : null,
        memberSince: viewer.guild.members.cache.get(userId)?.joinedTimestamp ?? null,
        settledAt,
      }
    }),
    webhooks,
    recovery: shown,
    together,
    restoring: runningFor(ctx, incident) !== undefined,
    previous: neighbour(ctx, incident, 'previous'),
    next: neighbour(ctx, incident, 'next'),
    mayUndo: accessOf(standingIn(ctx, viewer)).canEditSettings,
  }
}
