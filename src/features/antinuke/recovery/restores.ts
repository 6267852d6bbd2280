import type { Parts } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import { runningIn } from './store.ts'

/** Attackers may be stopped only hours after the first deletion, and an incident can be put back by hand, too. */
const withinMs = 24 * 60 * 60_000

/** Until then settings and rows keep the ids of what was deleted, so that they can name the new ones. */
export const restores = {
  withinMs: ({ autoRecovery }) => (autoRecovery ? withinMs : 0),
  isUnderWay: (services, guildId) => runningIn(services, guildId) !== undefined,
} satisfies Parts<typeof antinuke>['restores']
