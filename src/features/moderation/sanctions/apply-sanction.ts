import type { Guild, GuildMember } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import { isStorageTrouble } from '#kit/storage-errors.ts'
import { formatDuration } from '#kit/duration.ts'
import { discordErrorMs, discordNow, isTimedOut } from '#kernel/discord/discord-time.ts'
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
  /** Whether it was done before, by the same key: what else was ordered now was not. */
  isEarlier: boolean
  /** Why not, as a sentence with what to change. */
  problem: string | null
  /** Discord did not answer, or the disk took nothing: trying again later may work. */
  outage: boolean
  /** Null as well for what was done while the disk had no room for the case: it follows. */
  caseNumber: number | null
  dm: Delivery
  /** Unix ms. */
  expiresAt: number | null
  /** When the timeout that this one replaced would have ended, Unix ms. */
  replaced: number | null
  /** Set when a warning reached the limit: what was done then, and whether it worked. */
  threshold: { action: SanctionKind; done: boolean; problem: string | null; caseNumber: number | null } | null
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

/** Now, by the clock that ends it: a timeout is ended by Discord, a ban is lifted by us. */
export const nowFor = (services: Pick<Services, 'client' | 'now'>, kind: SanctionKind): number =>
  kind === 'timeout' ? discordNow(services) : services.now()

/** When what is ordered ends, or null when it does not. */
function endOf({ kind, durationMs }: SanctionOrder, now: number): number | null {
  if (kind === 'timeout') return now + (durationMs ?? dayMs)
  return kind === 'ban' && durationMs !== undefined ? now + durationMs : null
}

/** What ends at the most that Discord takes ends some seconds earlier, as its clock may be behind what we take it for. */
const asTaken = ({ kind }: SanctionOrder, end: number | null, now: number): number | null =>
  kind === 'timeout' && end !== null ? Math.min(end, now + longestTimeoutMs - discordErrorMs) : end

/**
 * Carries out an order once, records it and notifies the target. Never throws for what Discord refuses; 409 where its key
 * was that of another order.
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
  let expiresAt = asTaken(order, saidEnd, startsAt)
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
    // What a machine orders never frees somebody earlier than a moderator meant.
    if (expiresAt !== null && replaced !== null && !isByModerator(source)) expiresAt = Math.max(expiresAt, replaced)
    const sendsMessage = own.dmOnAction && order.dm !== false && !target.bot && member !== undefined
    // Who is no longer in the server cannot be reached any more.
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

/** A warning is nothing to Discord: it is done once it is stored. */
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
