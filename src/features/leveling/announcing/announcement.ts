import { DiscordAPIError, type Guild, type GuildMember, type GuildTextBasedChannel } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { mayWrite } from '#kit/permissions.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import type leveling from '../contract.ts'
import { levelUpText } from '../template.ts'

type Here = Context<typeof leveling>

/** The configured channel if it exists, otherwise the one where the XP was earned, of any kind that has messages. */
function placeFor({ own, guild }: Here, earnedIn: GuildTextBasedChannel): GuildTextBasedChannel | undefined {
  const configured = own.levelupChannel === null ? undefined : guild.channels.cache.get(own.levelupChannel)
  const channel = configured ?? earnedIn
  return channel.isTextBased() ? channel : undefined
}

/** Whether to announce reaching `level` after `before`, as the server chose. */
export function isAnnounced({ announce, levelRoles }: Here['own'], before: number, level: number): boolean {
  if (announce !== 'rewards') return announce === 'always'
  return levelRoles.some(reward => reward.level > before && reward.level <= level)
}

export const announcementText = (template: string, guild: Guild, member: GuildMember, level: number): string =>
  levelUpText(template, { member: memberFacts(member), server: serverFacts(guild), level })

/** Announces a level that is already stored. If the channel refuses, only the announcement is lost. */
export async function announce(
  ctx: Here,
  member: GuildMember,
  level: number,
  earnedIn: GuildTextBasedChannel,
): Promise<void> {
  const content = announcementText(ctx.own.levelupMessage, ctx.guild, member, level)
  const channel = placeFor(ctx, earnedIn)
  if (content === '' || !channel || !mayWrite(channel)) return
  try {
    await channel.send({ content, allowedMentions: { users: [member.id] } })
  } catch (err) {
    if (!(err instanceof DiscordAPIError)) throw err
    ctx.log.info({ guildId: ctx.guild.id, channelId: channel.id, code: err.code }, 'level-up could not be announced')
  }
}
