import { processState, type Services } from '#kernel/feature.ts'
import { recentCache } from '#kit/recent-cache.ts'
import type { Happening } from '../judge/matches.ts'

/** Events that automations are about to cause, so that their consequences can be traced back to them. */
const expected = processState(() => recentCache<{ chain: readonly string[]; at: number }>(2000))
type Deps = Pick<Services, 'memory' | 'now'>

/** Discord reports a requested change within seconds. */
const expectedMs = 60_000

const keyOf = (guildId: string, userId: string, happening: Happening) =>
  `${guildId}/${userId}/${happening.kind}/${'roleId' in happening ? happening.roleId : ''}`

/** Announces an event; called before the request to Discord. */
export function expect(
  services: Deps,
  guildId: string,
  userId: string,
  what: Happening,
  chain: readonly string[],
): void {
  expected(services).set(keyOf(guildId, userId, what), { chain, at: services.now() })
}

/** The automations that caused an event; empty if people caused it. */
export function chainOf(services: Deps, guildId: string, userId: string, what: Happening): readonly string[] {
  const key = keyOf(guildId, userId, what)
  const known = expected(services).get(key)
  if (!known) return []
  expected(services).delete(key)
  return Math.abs(services.now() - known.at) > expectedMs ? [] : known.chain
}
