import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { ModuleKey, Punishment } from '../modules/contract.ts'

/** How far an incident has come. */
export type IncidentState = 'under-way' | 'contained' | 'not-stopped' | 'undone'

/** The lanes of an incident's timeline. */
export type IncidentLane = 'attack' | 'stop' | 'restore' | 'settings' | 'verify'

/** One attack on a server, regardless of how many took part. Times are Unix ms. */
export const antinukeIncidents = sqliteTable(
  'antinuke_incidents',
  {
    guildId: guildId(),
    /** Counts up in each server. */
    number: integer().notNull(),
    state: text().$type<IncidentState>().notNull(),
    /** The module that noticed it first. */
    module: text().$type<ModuleKey>().notNull(),
    punishment: text().$type<Punishment>().notNull(),
    /** The person who was noticed first; null where Discord does not say, or once they have been forgotten. */
    actorId: text(),
    /** The first hostile action: the state before it is the good one. */
    startedAt: unixMs().notNull(),
    /** The last known action. */
    lastAt: unixMs().notNull(),
    /** When it was enough, when the first request against it left, and when Discord confirmed that. */
    decidedAt: unixMs().notNull(),
    requestedAt: unixMs(),
    confirmedAt: unixMs(),
    endedAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.number] }),
    index('antinuke_incidents_by_time').on(table.guildId, table.lastAt),
    index('antinuke_incidents_by_actor').on(table.guildId, table.actorId),
  ],
)

/** What happened in an incident, as its timeline shows it. */
export const antinukeIncidentEvents = sqliteTable(
  'antinuke_incident_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    number: integer().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    lane: text().$type<IncidentLane>().notNull(),
    /** The person who did it, if somebody did. */
    userId: text(),
    /** A `Sentence` of incidents.ts; null once the person has been forgotten. */
    parts: json(),
    /** The entry of Discord's audit log that proves it; each entry is noted once. */
    entry: text(),
  },
  table => [
    index('antinuke_incident_events_by_incident').on(table.guildId, table.number, table.at),
    uniqueIndex('antinuke_incident_events_by_entry').on(table.guildId, table.number, table.entry),
    index('antinuke_incident_events_by_user').on(table.guildId, table.userId),
  ],
)

export const tables = {
  incidents: storedTable(antinukeIncidents, { guild: 'guildId', seen: ['actorId'], users: { actorId: ['actorId'] } }),
  incidentEvents: storedTable(antinukeIncidentEvents, {
    guild: 'guildId',
    seen: ['userId'],
    users: { userId: ['userId', 'parts'] },
  }),
}
