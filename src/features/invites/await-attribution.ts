import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { withTimeout } from '#kit/with-timeout.ts'
import { waitingSince } from './joins.ts'
import { joinResolverOf } from './join-resolver.ts'

/** How long after a join other features wait for the inviter's name. A later result is still stored. */
const longestWaitMs = 2_000

/** Waits until a join is attributed, but only for a short time after it. Never rejects. */
export async function awaitAttribution(services: Services, guild: Guild, userId: string): Promise<void> {
  const since = waitingSince(services.db, { guildId: guild.id, userId })
  if (since === undefined) return
  const leftMs = since + longestWaitMs - services.now()
  if (leftMs <= 0) return
  await withTimeout(leftMs, joinResolverOf(services).resolve(services, guild), undefined)
}
