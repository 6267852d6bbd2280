import { AuditLogEvent } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { AuditEntry } from './audit-entry.ts'
import { tellsOfHiding } from './silently-hidden.ts'
import { stoppedBefore } from './stopped-people.ts'

/** How long the entry about something that was seen may take (ms). */
export const graceMs = 5000
/** For how long an entry that came first is remembered. */
const earlierMs = 60_000
export const mostSeen = 1000

/** What can be seen to happen, with the entry that tells who did it. */
export const seenAs = {
  channel: { type: AuditLogEvent.ChannelDelete, module: 'anti_channel', kind: 'channel', does: 'deleted the channel' },
  role: { type: AuditLogEvent.RoleDelete, module: 'anti_role', kind: 'role', does: 'deleted the role' },
  ban: { type: AuditLogEvent.MemberBanAdd, module: 'anti_ban', kind: null, does: 'banned' },
  hidden: {
    type: AuditLogEvent.ChannelOverwriteUpdate,
    module: 'anti_channel',
    kind: 'channel',
    does: 'hid, without an entry in the audit log, the channel',
  },
} as const satisfies Record<string, { type: AuditLogEvent; module: ModuleKey; kind: ObjectKind | null; does: string }>
export type Seen = keyof typeof seenAs

export interface Sighting {
  what: Seen
  id: string
  name: string | null
  /** Unix ms. */
  at: number
  weight: number
  /** The category that the channel was in already: an entry about that one explains it, too. */
  categoryId?: string | null
  isCategory?: boolean
}

interface Explained {
  what: Seen
  /** Unix ms. */
  at: number
  userId: string | null
}

interface Sightings {
  /** What nobody has been named for yet, and when it was seen (Unix ms). */
  open: Map<string, Sighting>
  /** What somebody has been named for, who, and when, oldest first. */
  explained: Map<string, Explained>
  timer: NodeJS.Timeout | undefined
}
export const sightingsOf = state((): Sightings => ({ open: new Map(), explained: new Map(), timer: undefined }))
export const keyOf = (what: Seen, id: string) => `${what} ${id}`

/** What of it an entry tells. */
function whatIsSeen(entry: AuditEntry): Seen | undefined {
  if (tellsOfHiding(entry)) return 'hidden'
  return (['channel', 'role', 'ban'] as const).find(what => seenAs[what].type === entry.action_type)
}

/** Somebody is named for something. */
export function explain(services: Services, guildId: string, entry: AuditEntry): void {
  const { target_id: id, user_id: userId } = entry
  const what = whatIsSeen(entry)
  if (!what || !id) return
  const { open, explained } = sightingsOf(services, guildId)
  const key = keyOf(what, id)
  open.delete(key)
  explained.delete(key)
  explained.set(key, { what, at: services.now(), userId: userId ?? null })
  for (const [oldest, { at }] of explained) {
    if (Math.abs(services.now() - at) < earlierMs && explained.size <= mostSeen) break
    explained.delete(oldest)
  }
}

/** Whether somebody who has been stopped was named for it a moment ago. */
const isTheirs = (services: Services, guildId: string, { at, userId }: Explained): boolean =>
  Math.abs(services.now() - at) < graceMs && stoppedBefore(services, guildId, userId) !== undefined

/**
 * Whether it may turn out any moment that something was done by somebody who has been stopped: nobody has been named for it
 * yet, or they have been just now.
 */
export function mayBeTheirs(services: Services, guildId: string, what: Seen, id: string): boolean {
  const { open, explained } = sightingsOf(services, guildId)
  const key = keyOf(what, id)
  const named = explained.get(key)
  return named ? isTheirs(services, guildId, named) : open.has(key)
}

/** Whether there is anything of which nobody has been named yet, or somebody who has been stopped since then (Unix ms). */
export function areMoreTheirs(services: Services, guildId: string, what: Seen, since: number): boolean {
  const { open, explained } = sightingsOf(services, guildId)
  for (const one of open.values()) if (one.what === what) return true
  for (const one of [...explained.values()].toReversed()) {
    if (one.at < since) return false
    if (one.what === what && isTheirs(services, guildId, one)) return true
  }
  return false
}
