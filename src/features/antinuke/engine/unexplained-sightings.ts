import { type APIAuditLog, DiscordAPIError, Routes, SnowflakeUtil } from 'discord.js'
import { expectPunishing, inLane } from '#kernel/discord/lanes.ts'
import type { Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke from '../contract.ts'
import { saidOfCategory } from './action.ts'
import type { AuditEntry } from './audit-entry.ts'
import { seenAlone } from './held-bans.ts'
import { judgeAction, judgeEntry } from './intake.ts'
import { currentPowers } from './roster.ts'
import { explain, graceMs, keyOf, mostSeen, type Seen, seenAs, type Sighting, sightingsOf } from './sightings.ts'
import { addUp } from './silently-hidden.ts'

/** The largest difference between Discord's clock and ours (ms). */
const slackMs = 10_000

/**
 * Notes something that an audit log entry should explain. If none comes, Discord is asked once. If it does not explain
 * it either, it counts as done by somebody unknown, and nobody is punished for it.
 */
export function noteSighting(
  services: Services,
  guildId: string,
  what: Seen,
  {
    id,
    name,
    weight = 1,
    categoryId = null,
    isCategory = false,
  }: Pick<Sighting, 'id' | 'name' | 'categoryId' | 'isCategory'> & { weight?: number },
): void {
  const sightings = sightingsOf(services, guildId)
  const key = keyOf(what, id)
  if (sightings.explained.has(key) || sightings.open.size >= mostSeen) return
  sightings.open.set(key, { what, id, name, at: services.now(), weight, categoryId, isCategory })
  // Its entry usually comes later, and may be the one too many.
  if (weight >= 1) expectPunishing(services.client)
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
 * Reads the newest part of Discord's audit log and judges the entries that have not arrived.
 * @param since Unix ms: what was done before was judged at that time
 * @returns whether Discord answered
 */
async function readEntries(services: Services, guildId: string, since: number): Promise<boolean> {
  try {
    const query = new URLSearchParams({ limit: '100' })
    const log = (await inLane(
      'punish',
      () => services.client.rest.get(Routes.guildAuditLog(guildId), { query }),
      // Discord's documentation says that this route answers with one.
    )) as APIAuditLog
    for (const entry of log.audit_log_entries.toReversed()) {
      // The library's type names all keys of changes; here they are read one by one.
      const read = entry as unknown as AuditEntry
      explain(services, guildId, read)
      if (SnowflakeUtil.timestampFrom(entry.id) >= since) judgeEntry(services, guildId, read)
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
  if (!answered || !powers) {
    for (const [key] of asked) open.delete(key)
    return
  }
  const left = asked.flatMap(([key, one]) => (open.delete(key) && !isFollower(services, guildId, one) ? [one] : []))
  const own = services.settings.read(guildId, antinuke)
  const [silent, others] = [left.filter(({ what }) => what === 'hidden'), left.filter(({ what }) => what !== 'hidden')]
  const enough = addUp(services, guildId, silent, own.limits.anti_channel.minute)
  for (const { what, id, name, at, weight, isCategory } of [
    ...others,
    ...enough.map(one => ({ ...one, what: 'hidden' as const, isCategory: false })),
  ]) {
    const { type, module, kind, does } = seenAs[what]
    if (!own.modules[module]) continue
    judgeAction(
      services,
      guildId,
      {
        entryId: `${seenAlone}${what}:${id}${what === 'hidden' ? `:${at}` : ''}`,
        type,
        at,
        actorId: null,
        module,
        operation: what === 'hidden' ? 'change' : 'remove',
        weight,
        needs: 0n,
        severe: false,
        object: kind === null ? null : { kind, id },
        targetId: id,
        name,
        given: null,
        gave: null,
        reason: null,
        does: isCategory ? saidOfCategory(does) : does,
      },
      powers,
    )
  }
}

/** Whether a channel was hidden with its category, for which there is an entry. */
function isFollower(services: Services, guildId: string, { what, categoryId, at }: Sighting): boolean {
  if (what !== 'hidden' || !categoryId) return false
  const told = sightingsOf(services, guildId).explained.get(keyOf('hidden', categoryId))
  return told !== undefined && Math.abs(told.at - at) <= slackMs
}

/** Stops waiting at shutdown. */
export function stopWatching(services: Services): void {
  for (const guildId of services.client.guilds.cache.keys()) clearTimeout(sightingsOf(services, guildId).timer)
}
