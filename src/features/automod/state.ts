import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/cache-capacity.ts'
import { processState } from '#kernel/feature.ts'
import { createMessageDeletion, type MessageDeletion } from './sanctions/message-deletion.ts'
import { createRecentMessages, type RecentMessages } from './message/recent-messages.ts'

/** Ids of whom a message notified. */
export interface Pinged {
  users: readonly string[]
  roles: readonly string[]
  everyone: boolean
}

/** A message that notified somebody, for when the mention is deleted. */
export interface GhostPing {
  channelId: string
  author: { id: string; name: string }
  content: string
  pinged: Pinged
  /** When it was posted (unix ms). */
  at: number
}

/** A rename of a thread whose name was looked at. */
interface HeardRename {
  name: string
  /** When it was heard of (unix ms). */
  at: number
  /** The audit log's entry about it, once it is known. */
  entryId: string | undefined
}

/** What is remembered while the process runs. All of it may be lost: what counts is in the database. */
export interface State {
  recentMessages: RecentMessages
  deletions: MessageDeletion
  /** Messages already handled: repeated events about them are ignored. */
  handled: LRUCache<string, true>
  /** Members sanctioned a moment ago, by guild and id: what they posted before it took effect is deleted without a strike. */
  sanctioned: LRUCache<string, true>
  /** Channels with a recent notice, and members with a recent direct message. */
  notifiedChannels: LRUCache<string, true>
  notifiedMembers: LRUCache<string, true>
  /** Direct messages in the last minute, by guild. */
  directMessages: LRUCache<string, number>
  /** Guilds whose owner was told a while ago that bans were held back. */
  toldOwners: LRUCache<string, true>
  ghostPings: LRUCache<string, GhostPing>
  /** Messages that this process deleted. */
  ownDeletions: LRUCache<string, true>
  /** What is known of the audit log's entries about deleted messages: how many they count, and since when. */
  deletionEntries: LRUCache<string, { count: number; at: number }>
  /** The last good name of threads that are being named back, by thread. */
  cleanNames: LRUCache<string, string>
  /** Renames of threads that were looked up, by thread, newest last. */
  renames: LRUCache<string, HeardRename[]>
  /** The server an invite leads to, by code; null when it leads nowhere. */
  inviteDestinations: LRUCache<string, Promise<string | null>>
  /** Invites looked up in the last minute, by guild. */
  inviteLookUps: LRUCache<string, number>
}

const minuteMs = 60_000

export const stateOf = processState(
  (): State => ({
    recentMessages: createRecentMessages(),
    deletions: createMessageDeletion(),
    handled: new LRUCache({ ...upTo(20_000), ttl: 10 * minuteMs }),
    sanctioned: new LRUCache({ ...upTo(10_000), ttl: minuteMs / 2 }),
    notifiedChannels: new LRUCache({ ...upTo(10_000), ttl: 5_000 }),
    notifiedMembers: new LRUCache({ ...upTo(10_000), ttl: minuteMs }),
    toldOwners: new LRUCache({ ...upTo(10_000), ttl: 60 * minuteMs }),
    directMessages: new LRUCache({ ...upTo(10_000), ttl: minuteMs }),
    cleanNames: new LRUCache({ ...upTo(2_000), ttl: 60 * minuteMs }),
    renames: new LRUCache({ ...upTo(2_000), ttl: 60 * minuteMs }),
    ghostPings: new LRUCache({ ...upTo(5_000), ttl: 60 * minuteMs }),
    ownDeletions: new LRUCache({ ...upTo(10_000), ttl: 5 * minuteMs }),
    deletionEntries: new LRUCache({ ...upTo(10_000), ttl: 120 * minuteMs }),
    inviteDestinations: new LRUCache({ ...upTo(2_000), ttl: 10 * minuteMs }),
    inviteLookUps: new LRUCache({ ...upTo(10_000), ttl: minuteMs }),
  }),
)

/** Counts one more, up to `most` in the lifetime of the entry. @returns false when it is full */
export function withinBudget(budget: LRUCache<string, number>, key: string, most: number): boolean {
  const used = budget.get(key) ?? 0
  if (used >= most) return false
  budget.set(key, used + 1, { noUpdateTTL: true })
  return true
}
