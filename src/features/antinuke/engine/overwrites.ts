import { PermissionFlagsBits as P } from 'discord.js'
import type { ActionFacts, AuditEntry, Judged } from './audit-entry.ts'
import { edited } from './audit-actions.ts'
import { bitsAdded, bitsTaken, changeOf, gainedBy, textOf } from './audit-changes.ts'
import { power } from './danger.ts'

/** A channel that nobody sees is lost to its members; a season's channels are put away by the dozen. */
const hidden = 0.1
/** Discord writes nothing about the channels in sync with a category, which are hidden with it. */
const hiddenWithCategory = 0.05
/** What only some saw, everybody does: their words are not taken back. */
const opened = 0.1

/**
 * How much of a channel, and of those that follow it, an overwrite takes from its members: most of them see it by one
 * role, and whom another role shows it to has lost nothing. Nothing of those that single members have, and roles of
 * newcomers and of the muted have few holders.
 */
function hiding(entry: AuditEntry, { guildId, shareOf, closed, followersOf, shownTo }: ActionFacts): number {
  const [id, channel] = [textOf(entry.options?.id) ?? '', entry.target_id ?? '']
  const denied = (bitsAdded(changeOf(entry, 'deny')) & P.ViewChannel) !== 0n
  const dropped = (bitsTaken(changeOf(entry, 'allow')) & P.ViewChannel) !== 0n
  if (!denied && !(dropped && closed?.has(channel))) return 0
  const share = id === guildId ? 1 - (shownTo?.(channel) ?? 0) : (shareOf?.(id) ?? 0)
  return share > 0 ? share * (hidden + hiddenWithCategory * (followersOf?.(channel) ?? 0)) : 0
}

/** In one channel: who owns a room may manage it, so that permissions of single members weigh no more than an edit. */
export function overwriteEdit(entry: AuditEntry, facts: ActionFacts): Judged {
  const { guildId, everyone, isForMost } = facts
  const bits = gainedBy(changeOf(entry, 'allow')) & power & ~everyone
  const id = textOf(entry.options?.id) ?? ''
  if (bits === 0n) {
    const weight = hiding(entry, facts)
    return weight > edited ? { weight } : {}
  }
  const to = id === guildId ? 'everyone' : String(entry.options?.type) === '1' ? 'member' : 'role'
  const weight = isForMost?.(id) ? 1 : { everyone: 1, role: 0.25, member: 0.05 }[to]
  return { weight, gave: { to, id, bits } }
}

/** Tidying up removes many: what counts is whom it takes the channel from, or shows it to, where the entry says so. */
export function overwriteRemoved(entry: AuditEntry, facts: ActionFacts): Judged {
  if (!changeOf(entry, 'allow') && !changeOf(entry, 'deny')) return {}
  const shows = (bitsTaken(changeOf(entry, 'deny')) & P.ViewChannel) !== 0n
  return { weight: Math.max(hiding(entry, facts), shows && entry.options?.id === facts.guildId ? opened : edited) }
}
