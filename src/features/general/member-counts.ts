import { type Client, type Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'

interface BotCounts {
  guildCount: number
  /** The sum over all guilds: a member of two guilds counts twice. */
  members: number
  channels: number
  perGuild: { memberCount: number }[]
}

/** Totals over all guilds of the bot, without names or ids. */
export function botCounts(client: Client): BotCounts {
  const guilds = [...client.guilds.cache.values()].filter(guild => guild.available)
  const perGuild = guilds.map(({ memberCount }) => ({ memberCount }))
  return {
    guildCount: guilds.length,
    members: perGuild.reduce((sum, { memberCount }) => sum + memberCount, 0),
    channels: guilds.reduce((sum, guild) => sum + guild.channels.cache.size, 0),
    perGuild,
  }
}

/** A guild's member count, fetched from Discord and at most five seconds old. */
export const freshMemberCount = ({ askDiscord }: Pick<Services, 'askDiscord'>, guild: Guild): Promise<number> =>
  askDiscord({
    guildId: guild.id,
    key: 'general.members',
    ttlMs: 5000,
    async ask() {
      const fresh = await guild.fetch()
      return fresh.approximateMemberCount ?? fresh.memberCount
    },
  })
