import type { Services } from '#kernel/feature.ts'
import { activityOf } from './activity.ts'

type Doing = Pick<Services, 'db' | 'log' | 'memory'>

/** Discards what is counted in memory about somebody, so that it is never stored. */
export function forgetUser(services: Doing, userId: string, guildId: string | undefined): void {
  activityOf(services).discard(tally => tally.userId === userId && (guildId === undefined || tally.guildId === guildId))
}

export function forgetGuild(services: Doing, guildId: string): void {
  activityOf(services).discard(tally => tally.guildId === guildId)
}

/** Stores what is counted in memory, so that the tables are complete. */
export function exportGuild(services: Doing): Record<string, unknown> {
  activityOf(services).flush()
  return {}
}
