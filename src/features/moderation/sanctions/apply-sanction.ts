import type { Guild, GuildMember } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import { isStorageTrouble } from '#kit/storage-errors.ts'
import { formatDuration } from '#kit/duration.ts'
import { discordErrorMs, discordNow, isTimedOut } from '#kit/discord-time.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import type { Services } from '#kernel/feature.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import { carryOut } from '../acts/carry-out.ts'
import { type Case, type CaseEntry, recordCase, tidyReason } from '../cases/case-store.ts'
import { earlierCase } from '../cases/earlier-case.ts'
import { isByModerator } from '../cases/contract.ts'
import { userName } from '../cases/user-name.ts'
import moderation, { type SanctionKind } from '../contract.ts'
import { demandSanctionable, longestTimeoutMs, performInDiscord } from './discord-action.ts'
import { type Delivery, type DirectMessage, sendDirectMessage } from './direct-message.ts'
import { postCase } from '../modlog/log-case.ts'
import { refusalSentence } from './refusal.ts'
import type { SanctionOrder } from './sanction-order.ts'
import { messageTo } from '../template.ts'
import { auditReason } from '../audit-log/reason.ts'

export interface SanctionOutcome {
  done: boolean
  /** Whether an earlier order with the same key did it: nothing else in the present order was done. */
  isEarlier: boolean
  /** Why not, as a sentence that says what to change. */
  problem: string | null
  /** Discord did not answer, or the disk had no room: trying again later may work. */
  outage: boolean
  /** Null if nothing was done, or if the disk had no room for the case, which then follows. */
  caseNumber: number | null
  dm: Delivery
  /** Unix ms. */
  expiresAt: number | null
  /** When the timeout that this one replaced would have ended (Unix ms). */
  replaced: number | null
  /** Set if a warning reached the limit: the action taken, and whether it worked. */
  threshold: ({ action: SanctionKind } & Pick<SanctionOutcome, 'done' | 'problem' | 'outage' | 'caseNumber'>) | null
}

const dayMs = 24 * 60 * 60_000

const outcome = (known: Partial<SanctionOutcome>): SanctionOutcome => ({
  done: false,
  isEarlier: false,
  problem: null,
  outage: false,
  caseNumber: null,
  dm: 'not tried',
  expiresAt: null,
  replaced: null,
  threshold: null,
  ...known,
})

/** Returns the present time by the clock that decides the end: Discord ends a timeout, and we lift a ban. */
export const nowFor = (services: Pick<Services, 'client' | 'now'>, kind: SanctionKind): number =>
  kind === 'timeout' ? discordNow(services) : services.now()

/** Returns when what is ordered ends, or null if it does not. */
function endOf({ kind, durationMs }: SanctionOrder, now: number): number | null {
  if (kind === 'timeout') return now + (durationMs ?? dayMs)
  return kind === 'ban' && durationMs !== undefined ? now + durationMs : null
}

/** Shortens a timeout of maximum length by a few seconds, as Discord's clock may be behind our estimate of it. */
const acceptedEnd = ({ kind }: SanctionOrder, end: number | null, now: number): number | null =>
  kind === 'timeout' && end !== null ? Math.min(end, now + longestTimeoutMs - discordErrorMs) : end

/**
 * Carries out an order once, records it and notifies the target. A refusal by Discord is returned, not thrown; a key
 * that belongs to another order is refused with 409.
 * @param within runs in the transaction that stores a warning
 */
export async function applySanction(
  services: Services,
  order: SanctionOrder,
  within?: (recorded: Case) => void,
): Promise<SanctionOutcome> {
  const { guild, target, kind, source, key, asked, deleteMessageSeconds = 0 } = order
  const own = services.settings.read(guild.id, moderation)
  const earlier = earlierCase(services, guild.id, order)
  if (earlier) return outcome({ done: true, isEarlier: true, caseNumber: earlier.number, expiresAt: earlier.expiresAt })

  const reason = tidyReason(order.reason)
  const moderator = { id: order.moderatorId, name: await userName(services, order.moderatorId) }
  const startsAt = nowFor(services, kind)
  const saidEnd = endOf(order, startsAt)
  let expiresAt = acceptedEnd(order, saidEnd, startsAt)
  let sent: DirectMessage | undefined
  let replaced: number | null = null
  const tell = async (member: GuildMember) => {
    const about = { kind, server: serverFacts(guild), reason, expiresAt, appealText: own.appealText }
    const lasts = expiresAt === null ? null : formatDuration(Math.max(expiresAt, saidEnd ?? 0) - startsAt)
    const embed = messageTo(memberFacts(member), { ...about, lasts })
    sent = await sendDirectMessage(target, embed, services.log)
  }
  try {
    const member = await demandSanctionable(services, order)
    if (kind === 'timeout' && member && isTimedOut(member)) replaced = member.communicationDisabledUntilTimestamp
    // An automatic order never ends somebody's timeout earlier than a moderator intended.
    if (expiresAt !== null && replaced !== null && !isByModerator(source)) expiresAt = Math.max(expiresAt, replaced)
    const sendsMessage = own.dmOnAction && order.dm !== false && !target.bot && member !== undefined
    // People who are no longer in the server cannot be sent a message.
    const leaves = kind === 'kick' || kind === 'softban' || kind === 'ban'
    const entry = {
      kind,
      source,
      target: { id: target.id, name: target.tag },
      moderator,
      reason,
      expiresAt,
      key,
      asked,
      origin: order.origin,
    }
    const action = {
      guild,
      moderatorId: moderator.id,
      target,
      kind,
      expiresAt,
      deleteMessageSeconds,
    }
    const perform = async (why: string) => {
      if (sendsMessage && leaves) await tell(member)
      await inLane('moderation', () => performInDiscord(services, { ...action, auditReason: why }, member))
    }
    const recorded =
      kind === 'warn'
        ? recordWarning(services, guild, entry, within)
        : (
            await carryOut(
              services,
              guild,
              { ...entry, auditReason: auditReason(reason, moderator), warning: order.warning },
              perform,
            )
          ).recorded
    if (sendsMessage && !leaves) await tell(member)
    const caseNumber = recorded?.number ?? null
    return outcome({ done: true, caseNumber, dm: sent?.delivery ?? 'not tried', expiresAt, replaced })
  } catch (error) {
    await sent?.retract()
    services.disk.notice(error)
    return outcome({ problem: refusalSentence(error), outage: isOutage(error) || isStorageTrouble(error) })
  }
}

/** Records a warning. It changes nothing in Discord, so it is done once it is stored. */
function recordWarning(
  services: Services,
  guild: Guild,
  entry: Omit<CaseEntry, 'guildId'>,
  within: ((recorded: Case) => void) | undefined,
): Case {
  const recorded = services.db.transaction(() => {
    const stored = recordCase(services, { ...entry, guildId: guild.id })
    within?.(stored)
    return stored
  })
  void postCase(services, guild, recorded)
  return recorded
}
