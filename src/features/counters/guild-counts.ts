import type { Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import type { Figures } from './channel-name.ts'
import { botsIn } from './stored.ts'

/** What the counters of a guild can say at this moment. */
export const figuresOf = ({ db }: Pick<Services, 'db'>, guild: Guild): Figures => ({
  users: guild.memberCount,
  bots: botsIn(db, guild.id),
  boosts: guild.premiumSubscriptionCount ?? 0,
})
