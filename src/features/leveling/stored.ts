import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { activityOf } from './activity.ts'
import {
  levelingChanges as changes,
  levelingMembers as members,
  levelingRoleRuns as runs,
  levelingVoice as voice,
} from './table.ts'

type Doing = Pick<Services, 'db' | 'log'>

/** What they did is erased; what they changed for others stays without their name. */
export function forgetUser(services: Doing, userId: string, guildId: string | undefined): void {
  const { db } = services
  activityOf(services).discard(tally => tally.userId === userId && (guildId === undefined || tally.guildId === guildId))
  for (const table of [members, voice, changes])
    db.delete(table)
      .where(and(eq(table.userId, userId), guildId === undefined ? undefined : eq(table.guildId, guildId)))
      .run()
  db.update(changes)
    .set({ byId: null, byName: null })
    .where(and(eq(changes.byId, userId), guildId === undefined ? undefined : eq(changes.guildId, guildId)))
    .run()
}

export function forgetGuild(services: Doing, guildId: string): void {
  activityOf(services).discard(tally => tally.guildId === guildId)
  for (const table of [members, voice, changes, runs]) services.db.delete(table).where(eq(table.guildId, guildId)).run()
}

export function exportGuild(services: Doing, guildId: string): Record<string, unknown> {
  activityOf(services).flush()
  return {
    members: services.db.select().from(members).where(eq(members.guildId, guildId)).all(),
    changes: services.db.select().from(changes).where(eq(changes.guildId, guildId)).all(),
  }
}
