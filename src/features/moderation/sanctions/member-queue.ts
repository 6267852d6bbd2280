import type { Client } from 'discord.js'

const turnsOf = new WeakMap<Client, Map<string, Promise<unknown>>>()

/**
 * Does one thing at a time for each key: two moderators who act on one member at once act one after the other.
 * Holds only what is under way.
 */
export function oneAtATime<T>(client: Client, key: string, act: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(client) ?? new Map<string, Promise<unknown>>()
  turnsOf.set(client, turns)
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(act, act)
  turns.set(key, mine)
  const leave = () => {
    if (turns.get(key) === mine) turns.delete(key)
  }
  mine.then(leave, leave)
  return mine
}
