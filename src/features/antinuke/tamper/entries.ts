import { AuditLogEvent } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import { attribute } from './alarms.ts'

/** Audit log entries that say who took something from the bot. */
const telling = new Set<AuditLogEvent>([
  AuditLogEvent.RoleUpdate,
  AuditLogEvent.MemberRoleUpdate,
  AuditLogEvent.ChannelDelete,
  AuditLogEvent.ChannelUpdate,
  AuditLogEvent.ChannelOverwriteCreate,
  AuditLogEvent.ChannelOverwriteUpdate,
  AuditLogEvent.ChannelOverwriteDelete,
])

/** An entry and the event it is about come in either order, a moment apart. */
const togetherMs = 30_000
const mostRemembered = 100

interface Recent {
  entries: { targetId: string; userId: string; at: number }[]
  /** Alarms that say nobody yet, with what they are about. */
  unsaid: { alarmId: number; targetIds: readonly string[]; at: number }[]
}

const recentIn = state((): Recent => ({ entries: [], unsaid: [] }))

const lately = <T extends { at: number }>(list: readonly T[], now: number): T[] =>
  list.filter(({ at }) => Math.abs(now - at) < togetherMs).slice(-mostRemembered)

/** Remembers who did something, and says so where an alarm waits for it. */
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

/** Who touched one of these last, if Discord has told already. */
export const lastToTouch = (services: Services, guildId: string, targetIds: readonly string[]): string | null =>
  lately(recentIn(services, guildId).entries, services.now()).findLast(({ targetId }) => targetIds.includes(targetId))
    ?.userId ?? null

/** Has an alarm say who did it once Discord does. */
export function awaitEntry(services: Services, guildId: string, alarmId: number, targetIds: readonly string[]): void {
  const recent = recentIn(services, guildId)
  const at = services.now()
  recent.unsaid = [...lately(recent.unsaid, at), { alarmId, targetIds, at }]
}
