/** Entries under two keys, as those of a member of a server are. */
type Nested<V> = Map<string, Map<string, V>>

/** @returns whether there was none before */
function put<V>(map: Nested<V>, first: string, second: string, value: V): boolean {
  const inner = map.get(first)
  const isNew = inner?.has(second) !== true
  if (inner) inner.set(second, value)
  else map.set(first, new Map([[second, value]]))
  return isNew
}

/** What was used last. What was used long before is dropped, many entries at once. */
interface Lately<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/**
 * Remembers at least the `fewest` entries that were used last, and at most twice as many. For what every message asks for:
 * an `LRUCache` puts in order whatever is read, here it is looked up and no more.
 */
export function lately<V>(fewest: number): Lately<V> {
  let young = new Map<string, V>()
  /** What was used before `young` began: who is used again becomes young. */
  let old = new Map<string, V>()
  const set = (key: string, value: V) => {
    young.set(key, value)
    if (young.size < fewest) return
    old = young
    young = new Map()
  }
  return {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const before = old.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
  }
}

/** The same of members, each in each server: no key need be made of both ids. */
interface MembersLately<V> {
  get(guildId: string, userId: string): V | undefined
  set(guildId: string, userId: string, value: V): void
  /** Drops all that match. */
  discard(matches: (value: V) => boolean): void
}

/** As {@link lately}, of so many members. */
export function membersLately<V>(fewest: number): MembersLately<V> {
  let young: Nested<V> = new Map()
  let old: Nested<V> = new Map()
  /** How many members were put into `young`: who is put in again fills nothing. */
  let count = 0
  const set = (guildId: string, userId: string, value: V) => {
    if (put(young, guildId, userId, value)) count++
    if (count < fewest) return
    old = young
    young = new Map()
    count = 0
  }
  return {
    get(guildId, userId) {
      const found = young.get(guildId)?.get(userId)
      if (found !== undefined) return found
      const before = old.get(guildId)?.get(userId)
      if (before !== undefined) set(guildId, userId, before)
      return before
    },
    set,
    discard(matches) {
      for (const generation of [young, old])
        for (const [guildId, members] of generation) {
          for (const [userId, value] of members)
            if (matches(value) && members.delete(userId) && generation === young) count--
          if (members.size === 0) generation.delete(guildId)
        }
    },
  }
}
