import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import type { ServerCounts } from './channel-name.ts'
import { botsIn } from './rows.ts'

/** The current numbers of a guild. */
export const countsOf = ({ db }: Pick<Services, 'db'>, guild: Guild): ServerCounts => ({
  users: guild.memberCount,
  bots: botsIn(db, guild.id),
  boosts: guild.premiumSubscriptionCount ?? 0,
})
