import type { Client } from 'discord.js'

/**
 * Memory of the running process, held by the services and not by modules, so that two products in one process never
 * share it. Nothing here survives a restart: what counts is stored.
 */
export interface Memory {
  /** The feature's memory of a guild, made at the first use. */
  of<T>(key: object, guildId: string, make: () => T): T
  /** The feature's memory across guilds, made of `given` at the first use. */
  shared<S, T>(key: object, make: (given: S) => T, given: S): T
  /** Drops all that is remembered of a guild. */
  forgetGuild(guildId: string): void
}

type Holder = { memory: Memory }

export function createMemory(): Memory {
  const guilds = new Map<string, Map<object, unknown>>()
  const shared = new Map<object, unknown>()

  // Asked many times for every message: nothing is made for a look-up.
  const held = <S, T>(map: Map<object, unknown>, key: object, make: (given: S) => T, given: S): T => {
    // Only `make` of the same key has put something there.
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
 * Declares what a feature remembers about each guild. It is dropped when the bot leaves the guild or the guild is
 * erased.
 * @returns reads it: `const recent = state(() => new Map()); recent(ctx, guildId)`
 */
export function state<T>(make: () => T): (services: Holder, guildId: string) => T {
  const key = {}
  return ({ memory }, guildId) => memory.of(key, guildId, make)
}

/**
 * Declares what a feature remembers across guilds, such as a queue that is written in one piece.
 * @param make is given the services of the first use
 */
export function processState<S extends object, T>(make: (services: S) => T): (services: Holder & S) => T {
  const key = {}
  return services => services.memory.shared(key, make, services)
}

/**
 * Declares what a feature looks after in each server that arrives, if it has stored anything about it. Of a thousand that
 * arrive at a start most have nothing, and one query tells for all of them.
 * @param find the ids of the servers that have something
 * @returns whether to look; true wherever it is not certain that there is nothing
 */
export function storedAtStart<S extends { client: object }>(
  find: (services: S) => Iterable<string>,
): (services: Holder & S, guildId: string) => boolean {
  const known = processState((services: S) => ({ guilds: new Set(find(services)), arrived: new Set<string>() }))
  return (services, guildId) => {
    // While the bot starts it is not ready, whatever the services say.
    if ((services.client as Client).isReady()) return true
    const { guilds, arrived } = known(services)
    // Something may have been stored since it first arrived.
    if (arrived.has(guildId)) return true
    arrived.add(guildId)
    return guilds.has(guildId)
  }
}
