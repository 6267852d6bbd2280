import { ChannelType } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, type CommandGroup, option } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { demandChannelExists, shownRole } from '#kit/channel-or-role.ts'
import { mayWrite } from '#kit/permissions.ts'
import { notedUnknown, unknownPlaceholders } from '#kit/unknown-placeholders.ts'
import { highestReward } from './contract.ts'
import { knownNames } from './template.ts'
import leveling from './contract.ts'
import { previewChannel, sendPreview } from './announcing/announcement-preview.ts'
import { slashRoot } from './slash-root.ts'

const here = command<typeof leveling>()
type Here = CommandContext<typeof leveling>

const author = ({ member }: Here) => ({ userId: member.id, via: 'command' })

export const statstracking = here({
  description: 'Switches levels and statistics on or off',
  slash: { root: slashRoot, name: 'tracking' },
  aliases: ['statssystem', 'ranking'],
  needs: ['ManageGuild'],
  options: { state: option.choice('on or off', ['on', 'off']) },
  always: true,
  run(ctx, { state }) {
    ctx.save({ enabled: state === 'on' }, author(ctx))
    return ctx.reply(success(`Levels: now ${state}.`), { ephemeral: true })
  },
})

const message = here({
  description: 'Sets the level-up message, resets it, or switches it off and on',
  options: {
    text: option.restOrKeyword('the message, or reset, off or on', { max: 2000, keywords: ['reset', 'off', 'on'] }),
  },
  examples: ['{member:mention} reached level {level}.', 'reset', 'off'],
  run(ctx, { text: { text, keyword: state } }) {
    if (state === 'off' || state === 'on') {
      const { announce } = ctx.own
      ctx.save({ announce: state === 'off' ? 'never' : announce === 'never' ? 'always' : announce }, author(ctx))
      const told =
        state === 'on'
          ? 'Levels are announced.'
          : `Levels are no longer announced. \`${ctx.written('levelup message on')}\` announces them again.`
      return ctx.reply(success(told), { ephemeral: true })
    }
    const levelupMessage = text ?? leveling.settings.parse({}).levelupMessage
    ctx.save({ levelupMessage }, author(ctx))
    const note = notedUnknown(unknownPlaceholders([levelupMessage], knownNames))
    return ctx.reply(success(`The level-up message is saved.${note}`), { ephemeral: true })
  },
})

const channel = here({
  description: 'Sets where level-ups are announced; off announces them where the XP was earned',
  options: {
    // First, so that a channel can be named without its sign.
    off: option.off('off for where the XP was earned', {
      insteadOf: 'channel',
      instead: 'Name a channel, or say off.',
    }),
    channel: option.channel('the channel', { optional: true, channelTypes: [ChannelType.GuildText] }),
  },
  examples: ['#levels', 'off'],
  run(ctx, { channel }) {
    ctx.save({ levelupChannel: channel?.id ?? null }, author(ctx))
    const told = channel ? `in <#${channel.id}>` : 'where the XP was earned'
    const mute = channel?.isTextBased() && !mayWrite(channel)
    const hint = mute ? ' I cannot write there yet: give my role View Channel and Send Messages in it.' : ''
    return ctx.reply(success(`Level-ups are announced ${told}.${hint}`), { ephemeral: true })
  },
})

const preview = here({
  description: 'Sends the level-up message as if you had just reached level 5',
  cooldown: 5,
  async run(ctx) {
    const { levelupChannel, levelupMessage } = ctx.own
    if (levelupChannel !== null) demandChannelExists(ctx, levelupChannel, 'levelup channel')
    const place = levelupChannel === null ? ctx.channel : previewChannel(ctx.guild, levelupChannel, ctx.member)
    await sendPreview(place, levelupMessage, ctx.member)
    return ctx.reply(success(`The preview is in <#${place.id}>.`), { ephemeral: true })
  },
})

export const levelup: CommandGroup<typeof leveling> = {
  description: 'Changes what the bot says when a member reaches a level',
  relatedWords: ['levelupmessage', 'levelmessage', 'levelchannel', 'levelupchannel'],
  slash: { root: slashRoot, name: 'levelup' },
  needs: ['ManageGuild'],
  always: true,
  subcommands: { message, channel, preview },
  synonyms: {
    on: 'message on',
    off: 'message off',
    enable: 'message on',
    disable: 'message off',
    reset: 'message reset',
    msg: 'message',
    text: 'message',
    set: 'channel',
    test: 'preview',
  },
}

const add = here({
  description: 'Gives a role to members who reach a level',
  needs: ['ManageRoles'],
  options: { level: option.integer('the level', { min: 2, max: highestReward }), role: option.role('the role') },
  examples: ['5 @Regular'],
  async run(ctx, { level, role }) {
    await ctx.change(own => {
      const others = own.levelRoles.filter(reward => reward.roleId !== role.id)
      return { levelRoles: [...others, { level, roleId: role.id }].sort((a, b) => a.level - b.level) }
    }, author(ctx))
    return ctx.reply(success(`Members who reach level ${level} get <@&${role.id}>.`), { ephemeral: true })
  },
})

const remove = here({
  description: 'Removes a level role; members who have it keep it',
  options: { role: option.role('the role', { instead: 'Name the role: `{prefix}levelrole list` lists them.' }) },
  examples: ['@Regular'],
  run(ctx, { role }) {
    const levelRoles = ctx.own.levelRoles.filter(reward => reward.roleId !== role.id)
    if (levelRoles.length === ctx.own.levelRoles.length)
      throw new UserError('leveling.no-reward', 'That role is not a level role.')
    ctx.save({ levelRoles }, author(ctx))
    return ctx.reply(success(`<@&${role.id}> is no longer a level role.`), { ephemeral: true })
  },
})

const list = here({
  description: 'Lists the level roles',
  run(ctx) {
    const lines = ctx.own.levelRoles.map(({ level, roleId }) => `Level ${level}: ${shownRole(ctx.guild, roleId)}`)
    const description = lines.length > 0 ? lines.join('\n') : 'There are no level roles yet.'
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Level roles', description }] }, { ephemeral: true })
  },
})

export const levelrole: CommandGroup<typeof leveling> = {
  description: 'Changes the roles that members get for levels',
  aliases: ['levelroles', 'rolerewards', 'levelrewards'],
  slash: { root: slashRoot, name: 'role' },
  needs: ['ManageGuild'],
  always: true,
  subcommands: { add, remove, list },
  bare: 'list',
  synonyms: { set: 'add' },
}
