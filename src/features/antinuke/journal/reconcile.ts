import { type Guild, Routes } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { attributeGap } from './attribute-gap.ts'
import type { AuditEntry } from './audit-entry.ts'
import { dropNote, noteOf, putNote } from './notes.ts'
import { tellReconciled } from './outside.ts'
import { changesSince, cursorNow, hasChangedSince } from './state-at.ts'

/** Discord's largest page of the audit log, and how many of them are read after a gap: the oldest entries first. */
const pageSize = 100
const mostPages = 20

const mayRead = (guild: Guild): boolean => guild.members.me?.permissions.has('ViewAuditLog') ?? false

async function page({ client }: Services, guildId: string, query: Record<string, string>): Promise<AuditEntry[]> {
  const answer = await inLane('bulk', () =>
    client.rest.get(Routes.guildAuditLog(guildId), { query: new URLSearchParams(query) }),
  )
  const { audit_log_entries: entries = [] } = answer as { audit_log_entries?: AuditEntry[] }
  return entries
}

/**
 * The entries since the last one that was seen, oldest first. The first time it only finds out which one that is: what
 * was done before is not ours to judge.
 */
export async function readAuditLog(services: Services, guild: Guild): Promise<AuditEntry[]> {
  if (!mayRead(guild)) return []
  const seen = noteOf(services, guild.id, 'audit')?.value
  if (seen === undefined || seen === null) {
    const [newest] = await page(services, guild.id, { limit: '1' })
    putNote(services, guild.id, 'audit', newest?.id ?? '0')
    return []
  }
  const entries: AuditEntry[] = []
  for (let pages = 0, after = seen; pages < mostPages; pages += 1) {
    const next = await page(services, guild.id, { limit: String(pageSize), after })
    entries.push(...next)
    after = next.at(-1)?.id ?? after
    if (next.length < pageSize) break
  }
  return entries
}

/** Something may have been missed since now: from here on, until the server was read again. */
export function noteGap(services: Services, guildId: string): void {
  if (noteOf(services, guildId, 'gap')) return
  putNote(services, guildId, 'gap', String(cursorNow(services, guildId)))
}

/** Whether something is different since the gap began: whoever did it may not be done. */
export function hasChangedSinceGap(services: Services, guildId: string): boolean {
  const gap = noteOf(services, guildId, 'gap')
  return gap !== undefined && hasChangedSince(services, guildId, Number(gap.value))
}

/**
 * Finds out who did what since the gap began, and tells it. May tell the same again after a kill in between.
 * @param finally when there is nothing more to find: the gap is closed
 */
export async function reconcile(services: Services, guild: Guild, stage: 'so-far' | 'finally'): Promise<void> {
  const gap = noteOf(services, guild.id, 'gap')
  if (!gap) return
  const cursor = Number(gap.value)
  const entries = await readAuditLog(services, guild)
  attributeGap(services, guild.id, cursor, entries)
  const changes = changesSince(services, guild.id, cursor).filter(({ origin }) => origin === 'gap')
  if (changes.length > 0 || entries.length > 0)
    tellReconciled(services, { guildId: guild.id, cursor, changes, entries })
  if (stage === 'so-far') return
  const newest = entries.at(-1)
  services.db.transaction(() => {
    if (newest) putNote(services, guild.id, 'audit', newest.id)
    dropNote(services, guild.id, 'gap')
  })
}
