import { ChannelType, type Guild, GuildVerificationLevel } from 'discord.js'
import { command } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import type general from './contract.ts'
import { freshMemberCount } from './member-counts.ts'
import { dateTag } from './date-tag.ts'
import { info } from './slash-roots.ts'

const verification: Record<GuildVerificationLevel, string> = {
  [GuildVerificationLevel.None]: 'none',
  [GuildVerificationLevel.Low]: 'verified e-mail',
  [GuildVerificationLevel.Medium]: 'registered for 5 minutes',
  [GuildVerificationLevel.High]: 'member for 10 minutes',
  [GuildVerificationLevel.VeryHigh]: 'verified phone',
}

function channelCounts(guild: Guild): string {
  const channels = [...guild.channels.cache.values()].filter(channel => !channel.isThread())
  const voice = channels.filter(channel => channel.isVoiceBased()).length
  const categories = channels.filter(channel => channel.type === ChannelType.GuildCategory).length
  return `${channels.length - voice - categories} text, ${voice} voice, ${categories} categories`
}

export const serverinfo = command<typeof general>()({
  description: 'Shows figures about this server',
  slash: { root: info, name: 'server' },
  aliases: ['guildinfo'],
  relatedWords: ['membercount'],
  async run({ guild, reply, askDiscord }) {
    const memberCount = await freshMemberCount({ askDiscord }, guild)
    const icon = guild.iconURL({ size: 256 })
    const inline = (name: string, value: string) => ({ name, value, inline: true })
    await reply({
      embeds: [
        {
          color: colours.brand,
          title: inert(guild.name),
          ...(icon && { thumbnail: { url: icon } }),
          ...(guild.description && { description: inert(guild.description) }),
          fields: [
            inline('Owner', `<@${guild.ownerId}>`),
            inline('Members', String(memberCount)),
            inline('Roles', String(guild.roles.cache.size - 1)),
            inline('Channels', channelCounts(guild)),
            inline('Boosts', `${guild.premiumSubscriptionCount ?? 0} (tier ${guild.premiumTier})`),
            inline('Verification', verification[guild.verificationLevel]),
            { name: 'Founded', value: dateTag(guild.createdTimestamp) },
          ],
          footer: { text: guild.id },
        },
      ],
    })
  },
})
