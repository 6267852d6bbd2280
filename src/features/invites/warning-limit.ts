import type { Client } from 'discord.js'
import { LRUCache } from 'lru-cache'

const hourMs = 3_600_000
const matters = new WeakMap<Client, LRUCache<string, true>>()

/** True once an hour for each `matter`: what fails again at every join is reported once. */
export function shouldWarn(client: Client, matter: string): boolean {
  const known = matters.get(client) ?? new LRUCache<string, true>({ max: 1_000, ttl: hourMs })
  matters.set(client, known)
  if (known.has(matter)) return false
  known.set(matter, true)
  return true
}
