import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import {
  type Case,
  type CaseEntry,
  endCase,
  endWarnings,
  liftCases,
  liftLocks,
  recordCase,
  warningsSince,
} from '../cases/case-store.ts'
import { caseByKey } from '../cases/earlier-case.ts'
import moderation from '../contract.ts'
import { postCase } from '../modlog/log-case.ts'
import { cancelUnban, scheduleUnban } from '../sanctions/ban-timer.ts'
import { cancelThreshold } from '../sanctions/threshold-timer.ts'
import { deletePending, pendingAbout, type PendingAct } from './pending-acts.ts'

/**
 * Ends what an act replaces: a ban, timeout or lock in force, the timers of temporary bans. Part of the caller's
 * transaction.
 */
export function endWhatItReplaces(
  services: Services,
  guildId: string,
  { kind, target, channel }: Pick<CaseEntry, 'kind' | 'target' | 'channel'>,
): void {
  if (channel && (kind === 'lock' || kind === 'unlock')) liftLocks(services, guildId, channel.id)
  if (!target) return
  if (kind === 'ban' || kind === 'unban') {
    cancelUnban(services, guildId, target.id)
    for (const { id } of pendingAbout(services, guildId, target.id)) cancelUnban(services, guildId, target.id, id)
    liftCases(services, guildId, target.id, 'ban')
  }
  if (kind === 'timeout' || kind === 'untimeout') liftCases(services, guildId, target.id, 'timeout')
}

const named = (id: string | null, name: string | null) => (id === null ? undefined : { id, name: name ?? id })

function entryOf(act: PendingAct): CaseEntry {
  return {
    guildId: act.guildId,
    kind: act.kind,
    source: act.source,
    target: named(act.targetId, act.targetName),
    moderator: named(act.moderatorId, act.moderatorName) ?? null,
    channel: act.channelId === null ? undefined : { id: act.channelId, name: act.channelName },
    reason: act.reason,
    origin: act.origin ?? undefined,
    detail: act.detail ?? undefined,
    count: act.count ?? undefined,
    key: act.key ?? undefined,
    asked: act.asked ?? undefined,
    expiresAt: act.expiresAt,
    createdAt: act.createdAt,
  }
}

/**
 * Turns an act that was done into a case, with everything that follows from it, in one transaction.
 * @param isOver whether it has been undone or replaced since: then the case is not in force, and ends no other case
 * @throws if the disk has no room
 */
export function settle(services: Services, act: PendingAct, isOver = false): Case {
  const entry = entryOf(act)
  const { guildId, target } = entry
  return services.db.transaction(() => {
    if (!isOver) endWhatItReplaces(services, guildId, entry)
    const recorded = recordCase(services, entry)
    if (isOver) endCase(services, guildId, recorded.number)
    if (target) cancelUnban(services, guildId, target.id, act.id)
    if (!isOver && act.kind === 'ban' && target && act.expiresAt !== null)
      scheduleUnban(services, guildId, act.expiresAt, {
        userId: target.id,
        userName: target.name,
        moderatorId: act.moderatorId ?? services.client.user.id,
        caseNumber: recorded.number,
      })
    if (act.warning !== null && target) {
      const since = warningsSince(services.settings.read(guildId, moderation), services.now())
      endWarnings(services, guildId, target.id, {
        since,
        ended: 'used',
        by: services.client.user.id,
        upTo: act.warning,
      })
      cancelThreshold(services, guildId, target.id)
    }
    deletePending(services, act)
    return recorded
  })
}

/** {@link settle}, and posts the case in the moderation log. */
export function settleAndPost(services: Services, guild: Guild, act: PendingAct, isOver = false): Case {
  const recorded = settle(services, act, isOver)
  void postCase(services, guild, recorded)
  return recorded
}

/**
 * Records that a ban or timeout was lifted, ends what was in force and posts the case in the moderation log. Does nothing
 * if the case with this key is no longer in force: somebody else has lifted it, and that is a case already.
 */
export function logLifted(services: Services, guild: Guild, key: string, entry: Omit<CaseEntry, 'guildId'>): void {
  const { id: guildId } = guild
  if (caseByKey(services, guildId, key)?.active !== true) return
  const recorded = services.db.transaction(() => {
    endWhatItReplaces(services, guildId, entry)
    return recordCase(services, { ...entry, guildId })
  })
  void postCase(services, guild, recorded)
}

/** Deletes an act that was not done, and the timer for its own end. @throws if the disk has no room */
export function drop(services: Services, act: PendingAct): void {
  services.db.transaction(() => {
    if (act.targetId !== null) cancelUnban(services, act.guildId, act.targetId, act.id)
    deletePending(services, act)
  })
}
