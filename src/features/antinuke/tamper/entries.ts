import { AuditLogEvent } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import { attribute } from './alarms.ts'

/** Types of audit log entries that say who took something from the bot. */
const telling = new Set<AuditLogEvent>([
  AuditLogEvent.RoleUpdate,
  AuditLogEvent.MemberRoleUpdate,
  AuditLogEvent.ChannelDelete,
  AuditLogEvent.ChannelUpdate,
  AuditLogEvent.ChannelOverwriteCreate,
  AuditLogEvent.ChannelOverwriteUpdate,
  AuditLogEvent.ChannelOverwriteDelete,
])

/** The longest time between an entry and its event, which come in either order (ms). */
const togetherMs = 30_000
const mostRemembered = 100

interface Recent {
  entries: { targetId: string; userId: string; at: number }[]
  /** Alarms that name no actor yet, with the ids of what they are about. */
  unsaid: { alarmId: number; targetIds: readonly string[]; at: number }[]
}

const recentIn = state((): Recent => ({ entries: [], unsaid: [] }))

const lately = <T extends { at: number }>(list: readonly T[], now: number): T[] =>
  list.filter(({ at }) => Math.abs(now - at) < togetherMs).slice(-mostRemembered)

/** Remembers who did something, and adds them to alarms that wait for an actor. */
export function noteEntry(
  services: Services,
  guildId: string,
  { action, executorId, targetId }: { action: AuditLogEvent; executorId: string | null; targetId: string | null },
): void {
  if (!telling.has(action) || executorId === null || targetId === null || executorId === services.client.user.id) return
  const recent = recentIn(services, guildId)
  const at = services.now()
  recent.entries = [...lately(recent.entries, at), { targetId, userId: executorId, at }]
  for (const { alarmId, targetIds } of lately(recent.unsaid, at))
    if (targetIds.includes(targetId)) attribute(services, alarmId, executorId)
}

/** The person who last touched one of these, if Discord has reported it already. */
export const lastToTouch = (services: Services, guildId: string, targetIds: readonly string[]): string | null =>
  lately(recentIn(services, guildId).entries, services.now()).findLast(({ targetId }) => targetIds.includes(targetId))
    ?.userId ?? null

/** Adds the actor to an alarm once Discord names one. */
export function awaitEntry(services: Services, guildId: string, alarmId: number, targetIds: readonly string[]): void {
  const recent = recentIn(services, guildId)
  const at = services.now()
  recent.unsaid = [...lately(recent.unsaid, at), { alarmId, targetIds, at }]
}
