import { hash } from 'node:crypto'
import { recentMemberCache } from '#kit/recent-cache.ts'
import type { AutomodSettings } from '../contract.ts'
import type { MessageFacts } from './facts.ts'

/** What is remembered about a message. */
export interface RecentMessage {
  id: string
  channelId: string
  at: number
  /** The folded text if it is short, otherwise its hash; empty if there was no text. */
  textKey: string
}

/** A member's recent messages, including this one, newest last. */
export interface Rates {
  withinSpamWindow: readonly RecentMessage[]
  alike: readonly RecentMessage[]
}

export const noRates: Rates = { withinSpamWindow: [], alike: [] }

type Windows = Pick<AutomodSettings, 'spamSeconds' | 'duplicateSeconds'>

/** One more than the largest limit can require. */
const mostPosted = 31
const fewestMembers = 20_000
/** Longer texts are hashed to keep memory bounded; most messages are shorter, which saves the hashing. */
const longestKept = 80

/** Most members have a single message, and an array that grows reserves room for many. */
function added(list: RecentMessage[], one: RecentMessage): RecentMessage[] {
  if (list.length === 0) return [one]
  list.push(one)
  return list
}

/**
 * The messages within the windows that end at the newest one. Later messages do not count, so the order of events does
 * not matter.
 */
function ratesOf(posted: readonly RecentMessage[], newest: RecentMessage, own: Windows): Rates {
  const spamSince = newest.at - own.spamSeconds * 1000
  const alikeSince = newest.at - own.duplicateSeconds * 1000
  let withinSpamWindow: RecentMessage[] = []
  let alike: RecentMessage[] = []
  for (const one of posted) {
    if (one.at > newest.at) continue
    if (one.at > spamSince) withinSpamWindow = added(withinSpamWindow, one)
    if (one.at > alikeSince && one.textKey === newest.textKey && newest.textKey !== '') alike = added(alike, one)
  }
  return { withinSpamWindow, alike }
}

/** Removes messages posted at or before a time, in place. */
function forget(posted: RecentMessage[], until: number): void {
  let kept = 0
  for (const one of posted) if (one.at > until) posted[kept++] = one
  posted.length = kept
}

export interface RecentMessages {
  /** Remembers a message, once, and returns the author's rates including it. */
  note(facts: MessageFacts, own: Windows): Rates
}

/** Remembers members' messages of the last minutes. A restart forgets them; strikes are in the database. */
export function createRecentMessages(): RecentMessages {
  const members = recentMemberCache<RecentMessage[]>(fewestMembers)
  return {
    note(facts, own) {
      const { guildId, authorId } = facts
      const text = facts.readings().folded.text.trim()
      const newest = {
        id: facts.id,
        channelId: facts.channelId,
        at: facts.at,
        textKey: text.length <= longestKept ? text : hash('sha256', text, 'base64'),
      }
      const since = newest.at - Math.max(own.spamSeconds, own.duplicateSeconds) * 1000
      let posted = members.get(guildId, authorId)
      if (!posted) members.set(guildId, authorId, (posted = [newest]))
      else if (!posted.some(({ id }) => id === newest.id)) {
        forget(posted, since)
        posted.push(newest)
        if (posted.length > mostPosted) posted.shift()
      }
      return ratesOf(posted, newest, own)
    },
  }
}
