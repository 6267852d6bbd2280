import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { processState } from '#kernel/feature.ts'
import { createMessageDeletion, type MessageDeletion } from './sanctions/message-deletion.ts'
import { createRecentMessages, type RecentMessages } from './message/recent-messages.ts'

/** The ids of those that a message notified. */
export interface Pinged {
  users: readonly string[]
  roles: readonly string[]
  everyone: boolean
}

/** A message that notified somebody, remembered in case the mention is deleted. */
export interface GhostPing {
  channelId: string
  author: { id: string; name: string }
  content: string
  pinged: Pinged
  /** When it was posted (Unix ms). */
  at: number
}

/** A rename of a thread whose name was judged. */
interface HeardRename {
  name: string
  /** When this process saw it (Unix ms). */
  at: number
  /** The id of its audit log entry, once known. */
  entryId: string | undefined
}

/** State of the running process. All of it may be lost: what matters is in the database. */
export interface State {
  recentMessages: RecentMessages
  deletions: MessageDeletion
  /** Messages already handled: repeated events about them are ignored. */
  handled: LRUCache<string, true>
  /**
   * Members sanctioned a moment ago, by guild and id: messages they posted before it took effect are deleted without a
   * strike.
   */
  sanctioned: LRUCache<string, true>
  /** Members who are being sanctioned at this moment, by guild and id. */
  sanctioning: Set<string>
  /** Channels with a recent notice, and members with a recent direct message. */
  notifiedChannels: LRUCache<string, true>
  notifiedMembers: LRUCache<string, true>
  /** Direct messages in the last minute, by guild. */
  directMessages: LRUCache<string, number>
  /** Guilds whose owner was recently notified that bans were held back. */
  toldOwners: LRUCache<string, true>
  ghostPings: LRUCache<string, GhostPing>
  /** Messages that this process deleted. */
  ownDeletions: LRUCache<string, true>
  /** The last seen state of audit log entries about deleted messages: how many deletions they count, and since when. */
  deletionEntries: LRUCache<string, { count: number; at: number }>
  /** The last acceptable name of threads that are being renamed back, by thread. */
  cleanNames: LRUCache<string, string>
  /** Renames of threads that are being looked up, by thread, newest last. */
  renames: LRUCache<string, HeardRename[]>
  /** The server that an invite leads to, by code; null if it leads nowhere. */
  inviteDestinations: LRUCache<string, Promise<string | null>>
  /** Invites looked up in the last minute, by guild. */
  inviteLookUps: LRUCache<string, number>
  /** The same for messages that are only tried out: trying must not keep real messages from being judged. */
  triedInviteLookUps: LRUCache<string, number>
  /** Codes that waited for a look-up in the last hour, by guild. */
  waitingInvites: LRUCache<string, Set<string>>
  /** The codes of a guild's own invites that Discord is being asked for, and the answer after that, by guild. */
  ownCodes: Map<string, { codes: Promise<ReadonlySet<string>>; next?: Promise<ReadonlySet<string>> }>
}

const minuteMs = 60_000

export const stateOf = processState(
  (): State => ({
    recentMessages: createRecentMessages(),
    deletions: createMessageDeletion(),
    handled: new LRUCache({ ...entryLimit(20_000), ttl: 10 * minuteMs }),
    sanctioned: new LRUCache({ ...entryLimit(10_000), ttl: minuteMs / 2 }),
    sanctioning: new Set(),
    notifiedChannels: new LRUCache({ ...entryLimit(10_000), ttl: 5_000 }),
    notifiedMembers: new LRUCache({ ...entryLimit(10_000), ttl: minuteMs }),
    toldOwners: new LRUCache({ ...entryLimit(10_000), ttl: 60 * minuteMs }),
    directMessages: new LRUCache({ ...entryLimit(10_000), ttl: minuteMs }),
    cleanNames: new LRUCache({ ...entryLimit(2_000), ttl: 60 * minuteMs }),
    renames: new LRUCache({ ...entryLimit(2_000), ttl: 60 * minuteMs }),
    ghostPings: new LRUCache({ ...entryLimit(5_000), ttl: 60 * minuteMs }),
    ownDeletions: new LRUCache({ ...entryLimit(10_000), ttl: 5 * minuteMs }),
    deletionEntries: new LRUCache({ ...entryLimit(10_000), ttl: 120 * minuteMs }),
    inviteDestinations: new LRUCache({ ...entryLimit(2_000), ttl: 10 * minuteMs }),
    inviteLookUps: new LRUCache({ ...entryLimit(10_000), ttl: minuteMs }),
    triedInviteLookUps: new LRUCache({ ...entryLimit(10_000), ttl: minuteMs }),
    waitingInvites: new LRUCache({ ...entryLimit(1000), ttl: 60 * minuteMs }),
    ownCodes: new Map(),
  }),
)

/** Counts one use, up to `most` in the lifetime of the entry. @returns false if the budget is used up */
export function withinBudget(budget: LRUCache<string, number>, key: string, most: number): boolean {
  const used = budget.get(key) ?? 0
  if (used >= most) return false
  budget.set(key, used + 1, { noUpdateTTL: true })
  return true
}
