/** Entries under two keys, such as a server and a member. */
type Nested<V> = Map<string, Map<string, V>>

/** @returns whether the entry is new */
function put<V>(map: Nested<V>, first: string, second: string, value: V): boolean {
  const inner = map.get(first)
  const isNew = inner?.has(second) !== true
  if (inner) inner.set(second, value)
  else map.set(first, new Map([[second, value]]))
  return isNew
}

/** A cache of recently used entries. Old entries are dropped many at a time. */
interface RecentCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/**
 * Returns a cache that keeps at least the `fewest` most recently used entries, and at most twice as many. It is meant
 * for lookups on every message: an `LRUCache` reorders its entries on every read, while this only looks them up.
 */
export function recentCache<V>(fewest: number): RecentCache<V> {
  let young = new Map<string, V>()
  /** Entries last used before `young` was started; an entry that is used again moves to `young`. */
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

/** A cache of members, each in each server; lookups need not build a key out of the two ids. */
interface RecentMemberCache<V> {
  get(guildId: string, userId: string): V | undefined
  set(guildId: string, userId: string, value: V): void
  /** Drops all entries that match. */
  discard(matches: (value: V) => boolean): void
}

/** {@link recentCache} for members. @param fewest how many are kept at least */
export function recentMemberCache<V>(fewest: number): RecentMemberCache<V> {
  let young: Nested<V> = new Map()
  let old: Nested<V> = new Map()
  /** The number of members in `young`; putting in the same member again does not count. */
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
