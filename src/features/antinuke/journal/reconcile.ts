import { type Guild, Routes } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { job, type Services } from '#kernel/feature.ts'
import antinuke from '../contract.ts'
import { attributeGap } from './attribute-gap.ts'
import type { JournalAuditEntry } from './audit-entry.ts'
import { dropNote, noteOf, putNote } from './notes.ts'
import { reportReconciled } from './journal-events.ts'
import { changesSince, cursorNow, hasChangedSince } from './state-at.ts'

/**
 * Discord's largest page of the audit log; below, how many pages are read at once after a gap, oldest entries first.
 */
const pageSize = 100
const pagesAtOnce = 20

/** Whether the bot may read a server's audit log. */
export const mayRead = (guild: Guild): boolean => guild.members.me?.permissions.has('ViewAuditLog') ?? false

async function page(
  { client }: Services,
  guildId: string,
  query: Record<string, string>,
): Promise<JournalAuditEntry[]> {
  const answer = await inLane('bulk', () =>
    client.rest.get(Routes.guildAuditLog(guildId), { query: new URLSearchParams(query) }),
  )
  const { audit_log_entries: entries = [] } = answer as { audit_log_entries?: JournalAuditEntry[] }
  return entries
}

/** The first time, only the id of the last entry is noted: what was done before is not ours to judge. */
export async function noteNewestEntry(services: Services, guild: Guild): Promise<void> {
  if (!mayRead(guild) || noteOf(services, guild.id, 'audit')) return
  const [newest] = await page(services, guild.id, { limit: '1' })
  putNote(services, guild.id, 'audit', newest?.id ?? '0')
}

interface Entries {
  /** Oldest first. */
  entries: readonly JournalAuditEntry[]
  /** Whether there are more of them. */
  more: boolean
}

/** Reads the oldest entries since the last one that was seen. */
async function readAuditLog(services: Services, guild: Guild): Promise<Entries> {
  const seen = noteOf(services, guild.id, 'audit')?.value
  if (!mayRead(guild)) return { entries: [], more: false }
  if (seen === undefined || seen === null) {
    await noteNewestEntry(services, guild)
    return { entries: [], more: false }
  }
  const entries: JournalAuditEntry[] = []
  for (let pages = 0, after = seen; pages < pagesAtOnce; pages += 1) {
    const next = await page(services, guild.id, { limit: String(pageSize), after })
    entries.push(...next)
    after = next.at(-1)?.id ?? after
    if (next.length < pageSize) return { entries, more: false }
  }
  return { entries, more: true }
}

/** Notes that something may have been missed, from now until the server has been read again. */
export function noteGap(services: Services, guildId: string): void {
  if (noteOf(services, guildId, 'gap')) return
  putNote(services, guildId, 'gap', String(cursorNow(services, guildId)))
}

/** Whether something has changed since the gap began: then somebody may still be at work. */
export function hasChangedSinceGap(services: Services, guildId: string): boolean {
  const gap = noteOf(services, guildId, 'gap')
  return gap !== undefined && hasChangedSince(services, guildId, Number(gap.value))
}

/**
 * Finds out who did what since the gap began, and reports it. After a crash in between, it may report the same again.
 * If there are more entries than are read at once, the gap stays open and a job continues until there are no more:
 * somebody who makes thousands of entries while the bot is away hides nothing behind them.
 * @param stage 'finally' when everything that can differ has been read: the gap is closed once there are no more
 * entries, and stays open while the bot may not read them
 */
export async function reconcile(services: Services, guild: Guild, stage: 'so-far' | 'finally'): Promise<void> {
  const gap = noteOf(services, guild.id, 'gap')
  if (!gap) return
  const cursor = Number(gap.value)
  const { entries, more } = await readAuditLog(services, guild)
  attributeGap(services, guild.id, cursor, entries)
  const changes = changesSince(services, guild.id, cursor).filter(({ origin }) => origin === 'gap')
  if (changes.length > 0 || entries.length > 0)
    reportReconciled(services, { guildId: guild.id, cursor, changes, entries })
  if (stage === 'so-far' || !mayRead(guild)) return
  const newest = entries.at(-1)
  services.db.transaction(() => {
    if (newest) putNote(services, guild.id, 'audit', newest.id)
    if (more) services.scheduler.at(readAuditLogOnJob, { at: services.now(), guildId: guild.id, key: guild.id })
    else dropNote(services, guild.id, 'gap')
  })
}

/** Continues with the entries since a gap, if there are more than are read at once. */
export const readAuditLogOnJob = job({
  promise: 'housekeeping',
  async run(services, _nothing, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (guild?.available && services.settings.read(guild.id, antinuke).enabled)
      await reconcile(services, guild, 'finally')
  },
})
