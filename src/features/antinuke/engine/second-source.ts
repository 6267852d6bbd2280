import { type APIAuditLog, AuditLogEvent, DiscordAPIError, Routes, SnowflakeUtil } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Services, state } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke from '../contract.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { AuditEntry } from './audit-entry.ts'
import { seenAlone } from './held-bans.ts'
import { takeAction, takeIn } from './intake.ts'
import { currentPowers } from './roster.ts'

/** How long the entry about something that was seen may take (ms). */
const graceMs = 5000
/** For how long an entry that came first is remembered. */
const earlierMs = 60_000
const mostSeen = 1000
/** By how much Discord's clock and ours may differ. */
const slackMs = 10_000

/** What can be seen to happen, with the entry that tells who did it. */
const seenAs = {
  channel: { type: AuditLogEvent.ChannelDelete, module: 'anti_channel', kind: 'channel', does: 'deleted the channel' },
  role: { type: AuditLogEvent.RoleDelete, module: 'anti_role', kind: 'role', does: 'deleted the role' },
  ban: { type: AuditLogEvent.MemberBanAdd, module: 'anti_ban', kind: null, does: 'banned' },
} as const satisfies Record<string, { type: AuditLogEvent; module: ModuleKey; kind: ObjectKind | null; does: string }>
type Seen = keyof typeof seenAs

interface Sightings {
  /** What nobody has been named for yet, and when it was seen (Unix ms). */
  open: Map<string, { what: Seen; id: string; name: string | null; at: number }>
  /** What somebody has been named for. */
  explained: Map<string, number>
  timer: NodeJS.Timeout | undefined
}
const sightingsOf = state((): Sightings => ({ open: new Map(), explained: new Map(), timer: undefined }))
const keyOf = (type: number, id: string) => `${type} ${id}`

/** Somebody is named for something. */
export function explain(services: Services, guildId: string, { action_type: type, target_id: id }: AuditEntry): void {
  if (type === null || !id) return
  const { open, explained } = sightingsOf(services, guildId)
  const key = keyOf(type, id)
  open.delete(key)
  if (!Object.values(seenAs).some(one => (one.type as number) === type)) return
  explained.delete(key)
  explained.set(key, services.now())
  for (const [oldest, at] of explained) {
    if (services.now() - at < earlierMs && explained.size <= mostSeen) break
    explained.delete(oldest)
  }
}

/**
 * Something happened that an entry should tell of. Where none comes, Discord is asked once, and where it does not say
 * either, somebody unknown has done it: nobody is punished for that.
 */
export function sight(services: Services, guildId: string, what: Seen, id: string, name: string | null): void {
  const sightings = sightingsOf(services, guildId)
  const key = keyOf(seenAs[what].type, id)
  if (sightings.explained.has(key) || sightings.open.size >= mostSeen) return
  sightings.open.set(key, { what, id, name, at: services.now() })
  sightings.timer ??= setTimeout(() => {
    sightings.timer = undefined
    services.background(ask(services, guildId), {
      text: 'what was seen could not be explained',
      guildId,
      feature: antinuke.name,
    })
  }, graceMs).unref()
}

/**
 * Reads the newest of Discord's audit log and judges what has not arrived.
 * @param since Unix ms: what was done before has been judged when it was done
 * @returns whether Discord has answered
 */
async function readEntries(services: Services, guildId: string, since: number): Promise<boolean> {
  try {
    const query = new URLSearchParams({ limit: '100' })
    const log = (await inLane(
      'punish',
      () => services.client.rest.get(Routes.guildAuditLog(guildId), { query }),
      // What Discord's documentation says this route answers.
    )) as APIAuditLog
    for (const entry of log.audit_log_entries.toReversed()) {
      // Its type names all keys of changes; here they are read one by one.
      const read = entry as unknown as AuditEntry
      explain(services, guildId, read)
      if (SnowflakeUtil.timestampFrom(entry.id) >= since) takeIn(services, guildId, read)
    }
    return true
  } catch (err) {
    if (!(err instanceof DiscordAPIError) && !isOutage(err)) throw err
    services.log.info({ err, guildId, feature: antinuke.name }, 'the audit log could not be read')
    return false
  }
}

async function ask(services: Services, guildId: string): Promise<void> {
  const { open } = sightingsOf(services, guildId)
  if (open.size === 0) return
  const asked = [...open]
  const since = Math.min(...asked.map(([, { at }]) => at)) - slackMs
  const answered = await readEntries(services, guildId, since)
  const powers = currentPowers(services, guildId)
  for (const [key, { what, id, name, at }] of asked) {
    if (!open.delete(key) || !answered || !powers) continue
    const { type, module, kind, does } = seenAs[what]
    if (!services.settings.read(guildId, antinuke).modules[module]) continue
    takeAction(
      services,
      guildId,
      {
        entryId: `${seenAlone}${what}:${id}`,
        type,
        at,
        actorId: null,
        module,
        operation: 'remove',
        weight: 1,
        needs: 0n,
        severe: false,
        object: kind === null ? null : { kind, id },
        targetId: id,
        name,
        given: null,
        gave: null,
        reason: null,
        does,
      },
      powers,
    )
  }
}

/** Ends waiting at shutdown. */
export function stopWatching(services: Services): void {
  for (const guildId of services.client.guilds.cache.keys()) clearTimeout(sightingsOf(services, guildId).timer)
}
