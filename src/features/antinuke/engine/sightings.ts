import { AuditLogEvent } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { AuditEntry } from './audit-entry.ts'
import { tellsOfHiding } from './silently-hidden.ts'
import { stoppedBefore } from './stopped-people.ts'

/** How long the entry about something that was seen may take to arrive (ms). */
export const graceMs = 5000
/** How long an entry that came first is remembered (ms). */
const earlierMs = 60_000
export const mostSeen = 1000

/** What can be seen to happen, with the type of the entry that says who did it. */
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
  /** The category that the channel was in before: an entry about the category explains it, too. */
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
  /** What was seen and has no entry yet. */
  open: Map<string, Sighting>
  /** What has an entry, with the person it names and when it arrived; oldest first. */
  explained: Map<string, Explained>
  timer: NodeJS.Timeout | undefined
}
export const sightingsOf = state((): Sightings => ({ open: new Map(), explained: new Map(), timer: undefined }))
export const keyOf = (what: Seen, id: string) => `${what} ${id}`

/** What an entry explains, of the things that can be seen. */
function whatIsSeen(entry: AuditEntry): Seen | undefined {
  if (tellsOfHiding(entry)) return 'hidden'
  return (['channel', 'role', 'ban'] as const).find(what => seenAs[what].type === entry.action_type)
}

/** Notes that an entry explains something. */
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

/** Whether the entry named somebody who has been stopped, and arrived just now. */
const isTheirs = (services: Services, guildId: string, { at, userId }: Explained): boolean =>
  Math.abs(services.now() - at) < graceMs && stoppedBefore(services, guildId, userId) !== undefined

/**
 * Whether something may turn out, any moment now, to be the work of somebody who has been stopped: it has no entry yet,
 * or one that has just named them.
 */
export function mayBeTheirs(services: Services, guildId: string, what: Seen, id: string): boolean {
  const { open, explained } = sightingsOf(services, guildId)
  const key = keyOf(what, id)
  const named = explained.get(key)
  return named ? isTheirs(services, guildId, named) : open.has(key)
}

/**
 * Whether there is anything of this kind that has no entry yet, or whose entry since then (Unix ms) named somebody who
 * has been stopped.
 */
export function areMoreTheirs(services: Services, guildId: string, what: Seen, since: number): boolean {
  const { open, explained } = sightingsOf(services, guildId)
  for (const one of open.values()) if (one.what === what) return true
  for (const one of [...explained.values()].toReversed()) {
    if (one.at < since) return false
    if (one.what === what && isTheirs(services, guildId, one)) return true
  }
  return false
}
