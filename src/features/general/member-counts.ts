import { type Client, type Guild } from 'discord.js'

interface BotCounts {
  guildCount: number
  /** Sum over all guilds: a member of two counts twice. */
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

/** A guild's current member count, asked from Discord. */
export async function freshMemberCount(guild: Guild): Promise<number> {
  const fresh = await guild.fetch()
  return fresh.approximateMemberCount ?? fresh.memberCount
}
