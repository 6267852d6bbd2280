import { ChannelType } from 'discord.js'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { shownChannel } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { cut, inert, messageLimits, safeEcho } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { defaultPanel } from './contract.ts'
import { deployPanel } from './deploy.ts'
import { panelOf, panelsOf, type StoredPanel } from './rows.ts'
import { savePanel } from './save.ts'
import { shownPanels } from './shown.ts'

type Ctx = CommandContext<typeof tickets>
const here = command<typeof tickets>()
const managing = { needs: ['ManageGuild'], always: true } as const
const by = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true }
const textChannels = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const

/** Returns the panel with a name or id. @throws UserError if there is none, or more than one */
export function demandPanel(ctx: Ctx, named: string): StoredPanel {
  const all = panelsOf(ctx, ctx.guild.id)
  const byTitle = all.filter(({ design }) => design.title.toLowerCase() === named.trim().toLowerCase())
  const found = all.find(({ id }) => id === named.trim()) ?? byTitle[0]
  if (!found)
    throw new UserError(
      'tickets.no-panel',
      `There is no panel ${safeEcho(named)}. See \`${ctx.written('ticket panels')}\`.`,
    )
  if (byTitle.length > 1 && !all.some(({ id }) => id === named.trim()))
    throw new UserError(
      'tickets.which-panel',
      `Several panels are called that. Name one by its ID: ${byTitle.map(({ id }) => `\`${id}\``).join(', ')}.`,
    )
  return found
}

const setup = here({
  ...managing,
  description: 'Posts the default panel, from which members open tickets',
  options: { channel: option.channel('where it is posted', { channelTypes: textChannels }) },
  examples: ['#support'],
  async run(ctx, { channel }) {
    await ctx.defer(alone)
    if (!panelOf(ctx, ctx.guild.id, defaultPanel.id))
      savePanel(ctx, { ...defaultPanel, channel_id: channel.id }, by(ctx))
    await deployPanel(ctx, defaultPanel.id, channel.id, by(ctx))
    return ctx.reply(success(`Members open tickets in <#${channel.id}>.`), alone)
  },
})

const panels = here({
  ...managing,
  description: 'Lists the panels that members open tickets from',
  run(ctx) {
    const lines = shownPanels(ctx, panelsOf(ctx, ctx.guild.id)).map(
      ({ id, title, message_id, message_missing, channel_id, outdated }) => {
        const state = message_id === null ? 'Draft' : message_missing ? 'Message missing' : 'Deployed'
        const place = channel_id === null ? '' : ` in ${shownChannel(ctx.guild, channel_id)}`
        return `- **${inert(title)}** (\`${id}\`): ${state}${place}${outdated ? ', changed since' : ''}`
      },
    )
    const none = `There are no panels. \`${ctx.written('ticket setup #channel')}\` posts one.`
    const description = lines.length > 0 ? cut(lines.join('\n'), messageLimits.description) : none
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Ticket panels', description }] }, alone)
  },
})

const deploy = here({
  ...managing,
  description: 'Posts a panel, or updates the message it was posted as',
  options: {
    panel: option.text('the panel’s ID or title'),
    channel: option.channel('where, unless in its own channel', { optional: true, channelTypes: textChannels }),
  },
  examples: ['default', '"Support Ticket" #support'],
  autocomplete: {
    panel: ({ db, guild }, typed) =>
      panelsOf({ db }, guild.id)
        .filter(({ design }) => design.title.toLowerCase().includes(typed.toLowerCase()))
        .map(({ id, design }) => ({ name: cut(design.title, 100), value: id })),
  },
  async run(ctx, { panel: named, channel }) {
    await ctx.defer(alone)
    const panel = demandPanel(ctx, named)
    const channelId = channel?.id ?? panel.messageChannelId ?? panel.design.channel_id
    if (channelId === null)
      throw new UserError('tickets.panel-channel', 'Panel must have a channel assigned before deployment')
    await deployPanel(ctx, panel.id, channelId, by(ctx))
    return ctx.reply(success(`**${inert(panel.design.title)}** is in <#${channelId}>.`), alone)
  },
})

export const commands = { setup, panels, deploy }
