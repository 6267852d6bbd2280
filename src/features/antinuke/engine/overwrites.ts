import { PermissionFlagsBits as P } from 'discord.js'
import type { ActionFacts, AuditEntry, JudgedEntry } from './audit-entry.ts'
import { edited } from './audit-actions.ts'
import { bitsAdded, bitsTaken, changeOf, gainedBy, textOf } from './audit-changes.ts'
import { power } from './danger.ts'

/** The weight of hiding a channel: it is lost to its members, but channels of a season are put away by the dozen. */
export const hidden = 0.1
/** The weight of each channel in sync with a category: hidden with it, without an entry of its own. */
const hiddenWithCategory = 0.05
/**
 * Limits the weight of what one click hides, as another click shows it again: two seasons are put away with two clicks,
 * however many channels they had.
 */
export const cappedForOneClick = (weight: number): number => Math.min(0.75, weight)
/** The weight of opening a channel to everybody: what was written there for a few cannot be taken back. */
const opened = 0.1
/** The weight of showing a channel, from which nobody loses anything: less than an edit when it is shown to a few. */
const shown = 0.01
/**
 * The weight of a denial for a role that nobody holds: bots that mute deny their role what it may do in every channel
 * before anybody has the role, five hundred a minute.
 */
const deniedNobody = 0.005

/** The person or role whose permissions in a channel were changed. */
interface Subject {
  id: string
  channel: string
  isMember: boolean
  isEveryone: boolean
}

const has = (bits: bigint): boolean => (bits & P.ViewChannel) !== 0n

/**
 * How much an overwrite takes from the members of a channel, and of the channels that follow it. Most members see a
 * channel through one role, and those to whom another role shows it have lost nothing. Overwrites of single members
 * count as edits, and roles of newcomers and of muted people have few holders.
 */
function hiding({ id, channel, isEveryone }: Subject, { shareOf, followersOf, shownTo }: ActionFacts): JudgedEntry {
  const whole = hidden + hiddenWithCategory * (followersOf?.(channel) ?? 0)
  const share = isEveryone ? 1 - (shownTo?.(channel) ?? 0) : (shareOf?.(id) ?? 0)
  if (share <= 0) return { weight: edited }
  return {
    weight: Math.max(edited, share * cappedForOneClick(whole)),
    sight: { of: id, hides: isEveryone ? whole : share * whole },
  }
}

/**
 * Whether an entry is about a member's permissions and not a role's: Discord writes '1' for members, and requests have
 * 1.
 */
const isOfMember = ({ options }: AuditEntry): boolean => options?.type === '1' || options?.type === 1

/** What hiding or showing a channel counts; undefined where an entry does neither. */
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

/** Whether an entry does nothing but deny permissions. */
const isDenial = (entry: AuditEntry): boolean => {
  const [allow, deny] = [changeOf(entry, 'allow'), changeOf(entry, 'deny')]
  return bitsAdded(allow) === 0n && bitsTaken(allow) === 0n && bitsTaken(deny) === 0n && bitsAdded(deny) !== 0n
}

/**
 * Judges a change of permissions in one channel. The owner of a room may manage it, so permissions of single members
 * weigh no more than an edit.
 */
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

/**
 * Judges removed permissions in a channel. Tidying up removes many, so what counts is from whom that hides the channel
 * or to whom it shows it, where the entry says so.
 */
export function overwriteRemoved(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  if (!changeOf(entry, 'allow') && !changeOf(entry, 'deny')) return {}
  return sightOf(entry, facts) ?? { weight: edited }
}
