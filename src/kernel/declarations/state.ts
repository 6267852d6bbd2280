import type { Client } from 'discord.js'

/**
 * The memory of the running product, held by its services and not by modules, so that two products in one process never
 * share it. Nothing here survives a restart: store what has to last.
 */
export interface Memory {
  /** The feature's memory of a guild, created on first use. */
  of<T>(key: object, guildId: string, make: () => T): T
  /** The feature's memory across guilds, created from `given` on first use. */
  shared<S, T>(key: object, make: (given: S) => T, given: S): T
  /** Drops everything that is kept about a guild. */
  forgetGuild(guildId: string): void
}

type Holder = { memory: Memory }

export function createMemory(): Memory {
  const guilds = new Map<string, Map<object, unknown>>()
  const shared = new Map<object, unknown>()

  // Called many times for every message: a look-up allocates nothing.
  const held = <S, T>(map: Map<object, unknown>, key: object, make: (given: S) => T, given: S): T => {
    // Only `make` of the same key has stored a value there.
    const known = map.get(key) as T | undefined
    if (known !== undefined) return known
    const made = make(given)
    map.set(key, made)
    return made
  }

  return {
    of(key, guildId, make) {
      let own = guilds.get(guildId)
      if (!own) guilds.set(guildId, (own = new Map()))
      return held(own, key, make, undefined)
    },
    shared: (key, make, given) => held(shared, key, make, given),
    forgetGuild: guildId => void guilds.delete(guildId),
  }
}

/**
 * Declares what a feature keeps in memory about each guild. It is dropped when the bot leaves the guild or the guild is
 * erased.
 * @returns a function that reads it: `const recent = state(() => new Map()); recent(ctx, guildId)`
 */
export function state<T>(make: () => T): (services: Holder, guildId: string) => T {
  const key = {}
  return ({ memory }, guildId) => memory.of(key, guildId, make)
}

/**
 * Declares what a feature keeps in memory across guilds, such as a queue that is written in one piece.
 * @param make receives the services of the first use
 */
export function processState<S extends object, T>(make: (services: S) => T): (services: Holder & S) => T {
  const key = {}
  return services => services.memory.shared(key, make, services)
}

/**
 * Declares work that a feature only has in a server that becomes available if it has stored something about it. Most of
 * a thousand servers that become available at a start have nothing stored, and one query finds out for all of them.
 * @param find returns the ids of the servers about which something is stored
 * @returns a function that says whether to look; true unless it is certain that nothing is stored
 */
export function storedAtStart<S extends { client: object }>(
  find: (services: S) => Iterable<string>,
): (services: Holder & S, guildId: string) => boolean {
  const known = processState((services: S) => ({ guilds: new Set(find(services)), arrived: new Set<string>() }))
  return (services, guildId) => {
    // The type of the services promises a ready client, but while the bot starts it is not.
    if ((services.client as Client).isReady()) return true
    const { guilds, arrived } = known(services)
    // Something may have been stored since it first arrived.
    if (arrived.has(guildId)) return true
    arrived.add(guildId)
    return guilds.has(guildId)
  }
}
