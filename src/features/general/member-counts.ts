import { type Client, type Guild } from 'discord.js'

interface BotCounts {
  guildCount: number
  /** Sum over all guilds: somebody in two of them counts twice. */
  members: number
  channels: number
  perGuild: { memberCount: number }[]
}

/** Figures over every guild of the bot, without a name or an id. */
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

/** A guild's members as Discord counts them now. */
export async function freshMemberCount(guild: Guild): Promise<number> {
  const fresh = await guild.fetch()
  return fresh.approximateMemberCount ?? fresh.memberCount
}
