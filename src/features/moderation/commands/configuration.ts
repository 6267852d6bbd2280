import { ChannelType, type Guild } from 'discord.js'
import { type CommandGroup, command, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { shownChannel } from '#kit/channel-or-role.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { formatCount } from '#kit/numbers.ts'
import moderation from '../contract.ts'
import { demandChannelPermissions } from '../permissions/demand-channel-permissions.ts'
import { demandPermission } from '../permissions/demand-permission.ts'
import { sanctionWording } from '../sanctions/wording.ts'

const here = command<typeof moderation>()

const showThreshold = here({
  description: 'Shows how many warnings are too many, and what happens then',
  run: ({ reply, own }) =>
    reply(
      {
        embeds: [
          {
            color: colours.brand,
            title: 'Warnings',
            fields: [
              { name: 'Limit', value: String(own.maxWarn), inline: true },
              { name: 'Action', value: own.maxWarnAction, inline: true },
              {
                name: 'Expire after',
                value: own.warnExpiryDays === 0 ? 'never' : `${own.warnExpiryDays} days`,
                inline: true,
              },
            ],
          },
        ],
      },
      { ephemeral: true },
    ),
})

const limit = here({
  description: 'Sets how many warnings are too many',
  options: { number: option.integer('from 1 to 10', { min: 1, max: 10, counted: ['warning', 'warnings', 'warns'] }) },
  examples: ['3'],
  run(ctx, { number }) {
    ctx.save({ maxWarn: number }, { userId: ctx.member.id, via: 'command' })
    const { them } = sanctionWording[ctx.own.maxWarnAction]
    return ctx.reply(success(`When somebody has ${formatCount(number, 'warning')} I ${them}.`), {
      ephemeral: true,
    })
  },
})

const action = here({
  description: 'Sets what happens to members with too many warnings',
  options: { action: option.choice('what to do', ['timeout', 'kick', 'ban']) },
  examples: ['timeout'],
  async run(ctx, { action }) {
    const { them, needs } = sanctionWording[action]
    if (needs) await demandPermission(ctx.guild, needs)
    ctx.save({ maxWarnAction: action }, { userId: ctx.member.id, via: 'command' })
    return ctx.reply(success(`When somebody has ${formatCount(ctx.own.maxWarn, 'warning')} I ${them}.`), {
      ephemeral: true,
    })
  },
})

export const maxwarn: CommandGroup<typeof moderation> = {
  description: 'Sets how many warnings are too many, and what happens then',
  aliases: ['maxwarns', 'warnlimit'],
  needs: ['ManageGuild'],
  subcommands: { show: showThreshold, limit, action },
  bare: 'show',
  otherwise: 'limit',
  synonyms: { view: 'show', status: 'show', info: 'show', config: 'show', settings: 'show', set: 'limit' },
}

const needed = ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const

const set = here({
  description: 'Posts every case to a channel',
  options: { channel: option.channel('where', { channelTypes: [ChannelType.GuildText] }) },
  examples: ['#mod-log'],
  run(ctx, { channel }) {
    demandChannelPermissions(channel, ctx.member, { needs: ['ViewChannel'], botNeeds: needed })
    ctx.save({ modlogChannel: channel.id }, { userId: ctx.member.id, via: 'command' })
    return ctx.reply(success(`Every case is now posted to <#${channel.id}>.`), { ephemeral: true })
  },
})

const off = here({
  description: 'Stops posting cases to a channel; they are still kept',
  run(ctx) {
    ctx.save({ modlogChannel: null }, { userId: ctx.member.id, via: 'command' })
    return ctx.reply(success('Cases are no longer posted to a channel.'), { ephemeral: true })
  },
})

function isWithinSight(guild: Guild, channelId: string): boolean {
  const channel = guild.channels.cache.get(channelId)
  return channel !== undefined && !isHidden(channel)
}

const show = here({
  description: 'Shows where cases are posted',
  run({ guild, reply, own, written }) {
    const { modlogChannel } = own
    const where =
      modlogChannel === null
        ? `Cases are not posted. \`${written('modlog set #channel')}\` chooses a channel for them.`
        : isWithinSight(guild, modlogChannel)
          ? `Cases are posted to ${shownChannel(guild, modlogChannel)}.`
          : `Cases are not posted: the channel chosen for them is ${shownChannel(guild, modlogChannel)}.`
    return reply({ embeds: [{ color: colours.brand, description: where }] }, { ephemeral: true })
  },
})

export const modlog: CommandGroup<typeof moderation> = {
  description: 'Sets the channel that every case is posted to',
  aliases: ['setmodlog', 'modlogchannel'],
  relatedWords: ['logchannel', 'setlog'],
  needs: ['ManageGuild'],
  subcommands: { set, off, show },
  bare: 'show',
  otherwise: 'set',
  synonyms: { none: 'off', disable: 'off', view: 'show' },
}
