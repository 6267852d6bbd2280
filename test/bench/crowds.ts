import { type Burst, measureBurst } from './burst.ts'
import { say } from './measure.ts'
import { measureKilledNewcomers, measureNewcomers, type Newcomers } from './newcomers.ts'
import type { Row } from './row.ts'

const told = (burst: Burst): string =>
  `spam: ${burst.posted} offending messages of 50 members, all gone ${burst.cleanSeconds.toFixed(1)} s after the first, ` +
  `all timed out after ${burst.punishedSeconds.toFixed(1)} s (Discord takes ten in ten seconds); ` +
  `not punished exactly once ${burst.notOnce} (target 0), deleted twice ${burst.deletedTwice} (target 0), ` +
  `${burst.requests} requests, ${burst.invalid} refused, ${burst.errors} errors`

const toldOf = (what: string, crowd: Newcomers): string =>
  `${what}: ${crowd.joined} joined in 10 s, ${crowd.heard} while the bot was there; of these not greeted ${crowd.lost}, ` +
  `without the role ${crowd.withoutRole}; greeted twice ${crowd.twice}, given the role twice ${crowd.rolesTwice} (targets 0); ` +
  `done after ${crowd.seconds.toFixed(1)} s; ${crowd.requests} requests, ${crowd.invalid} refused, ${crowd.errors} errors`

/**
 * Fifty members who spam under Discord's own rate limits; a thousand newcomers; newcomers while the process is killed.
 * For newcomers the limits are wider than Discord's, see {@link measureNewcomers}.
 * @param scale 1 for the full measurement, less for a quick run
 */
export async function measureCrowds(root: string, scale: number): Promise<Row> {
  say('crowds ...')
  const burst = await measureBurst(root)
  const newcomers = await measureNewcomers(root, Math.round(1000 * scale))
  const killed = await measureKilledNewcomers(root, Math.round(400 * scale))
  return {
    lines: [
      told(burst),
      toldOf('newcomers (limits wider than Discord’s)', newcomers),
      toldOf('newcomers, bot killed and started again among them', killed),
    ],
    figures: {
      spamCleanSeconds: burst.cleanSeconds,
      spamNotPunishedOnce: burst.notOnce,
      spamDeletedTwice: burst.deletedTwice,
      newcomersLost: newcomers.lost + newcomers.withoutRole + killed.lost + killed.withoutRole,
      newcomersTwice: newcomers.twice + newcomers.rolesTwice + killed.twice + killed.rolesTwice,
    },
  }
}
