import { PermissionFlagsBits as P } from 'discord.js'
import type { ActionFacts, AuditEntry, JudgedEntry } from './audit-entry.ts'
import { edited } from './audit-actions.ts'
import { bitsAdded, bitsTaken, changeOf, gainedBy, textOf } from './audit-changes.ts'
import { power } from './danger.ts'

/** A channel that nobody sees is lost to its members; a season's channels are put away by the dozen. */
export const hidden = 0.1
/** Discord writes nothing about the channels in sync with a category, which are hidden with it. */
const hiddenWithCategory = 0.05
/**
 * What one click hides counts no more than this, as another takes it back: two seasons are put away with two, however
 * many channels they had.
 */
export const ofOneClick = (weight: number): number => Math.min(0.75, weight)
/** What only some saw, everybody does: their words are not taken back. */
const opened = 0.1
/** Whom a channel is shown to loses nothing: to a few it counts less than an edit. */
const shown = 0.01
/** Bots that mute deny a role of theirs what it may do in every channel before anybody has it: five hundred in a minute. */
const deniedNobody = 0.005

/** What somebody changed in one channel for @everyone, or for one role or member. */
interface Subject {
  id: string
  channel: string
  isMember: boolean
  isEveryone: boolean
}

const has = (bits: bigint): boolean => (bits & P.ViewChannel) !== 0n

/**
 * How much of a channel, and of those that follow it, an overwrite takes from its members: most of them see it by one
 * role, and whom another role shows it to has lost nothing. Nothing of those that single members have, and roles of
 * newcomers and of the muted have few holders.
 */
function hiding({ id, channel, isEveryone }: Subject, { shareOf, followersOf, shownTo }: ActionFacts): JudgedEntry {
  const whole = hidden + hiddenWithCategory * (followersOf?.(channel) ?? 0)
  const share = isEveryone ? 1 - (shownTo?.(channel) ?? 0) : (shareOf?.(id) ?? 0)
  if (share <= 0) return { weight: edited }
  return {
    weight: Math.max(edited, share * ofOneClick(whole)),
    sight: { of: id, hides: isEveryone ? whole : share * whole },
  }
}

/** Whether it is about a member's permissions, not a role's: Discord writes '1' for those, and requests say 1. */
const isOfMember = ({ options }: AuditEntry): boolean => options?.type === '1' || options?.type === 1

/** Whether a channel is hidden from somebody or shown to them, and what that counts; undefined where it is neither. */
function sightOf(entry: AuditEntry, facts: ActionFacts): JudgedEntry | undefined {
  const { guildId, everyone, shareOf, closedTo } = facts
  const [allow, deny] = [changeOf(entry, 'allow'), changeOf(entry, 'deny')]
  const [id, channel] = [textOf(entry.options?.id) ?? '', entry.target_id ?? '']
  const subject = { id, channel, isMember: isOfMember(entry), isEveryone: id === guildId }
  const { isEveryone } = subject
  const isClosed = closedTo?.(channel, id) ?? false
  const seesByRole = (everyone & (P.ViewChannel | P.Administrator)) !== 0n
  if (has(bitsAdded(deny)) || (has(bitsTaken(allow)) && (isEveryone ? !seesByRole : isClosed)))
    return hiding(subject, facts)
  const isAllowed = has(bitsAdded(allow))
  const isUndenied = has(bitsTaken(deny))
  if (isEveryone && (isAllowed || (isUndenied && seesByRole)))
    return { weight: isUndenied || !seesByRole || isClosed ? opened : edited, sight: { of: id, hides: 0 } }
  if (!isEveryone && !subject.isMember && (isAllowed || (isUndenied && !isClosed)))
    return { weight: Math.max(shown, edited * (shareOf?.(id) ?? 0)), sight: { of: id, hides: 0 } }
  return undefined
}

/** Whether it does no more than deny something. */
const isDenial = (entry: AuditEntry): boolean => {
  const [allow, deny] = [changeOf(entry, 'allow'), changeOf(entry, 'deny')]
  return bitsAdded(allow) === 0n && bitsTaken(allow) === 0n && bitsTaken(deny) === 0n && bitsAdded(deny) !== 0n
}

/** In one channel: who owns a room may manage it, so that permissions of single members weigh no more than an edit. */
export function overwriteEdit(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const { guildId, everyone, isForMost } = facts
  const bits = gainedBy(changeOf(entry, 'allow')) & power & ~everyone
  const id = textOf(entry.options?.id) ?? ''
  const to = id === guildId ? 'everyone' : isOfMember(entry) ? 'member' : 'role'
  if (bits === 0n) {
    const isForNobody = to === 'role' && isDenial(entry) && facts.isHeldByNobody?.(id) === true
    return isForNobody ? { weight: deniedNobody } : (sightOf(entry, facts) ?? {})
  }
  const weight = isForMost?.(id) ? 1 : { everyone: 1, role: 0.25, member: 0.05 }[to]
  return { weight, gave: { to, id, bits } }
}

/** Tidying up removes many: what counts is whom it takes the channel from, or shows it to, where the entry says so. */
export function overwriteRemoved(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  if (!changeOf(entry, 'allow') && !changeOf(entry, 'deny')) return {}
  return sightOf(entry, facts) ?? { weight: edited }
}
