import type { GuildBasedChannel } from 'discord.js'
import { command, type CommandContext, option } from '#kernel/feature.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { shownChannel, shownRole } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import { colours, success } from '#kit/notices.ts'
import { cut, inert, messageLimits, safeEcho } from '#kit/template.ts'
import type reactionroles from './contract.ts'
import { type Choice, emojiOf, messageLink, modeNames, typedKey } from './menus/contract.ts'
import { deployMenu } from './menus/deploy.ts'
import { problemsOf } from './menus/problems.ts'
import { seesMenu } from './menus/rights.ts'
import { menuOf, menusAt, menusOf, type StoredMenu } from './menus/rows.ts'
import { deleteMenu, saveMenu } from './menus/save.ts'

type Ctx = CommandContext<typeof reactionroles>
const here = command<typeof reactionroles>()
const root = { name: 'reactionrole', description: 'Roles that members choose by a reaction, a button or a select' }
const managing = { needs: ['ManageGuild', 'ManageRoles'], always: true } as const
const by = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true }

/** The id of a message given by its id or link. @throws UserError */
function messageIn(channel: GuildBasedChannel, named: string): string {
  const link = messageLink(named)
  if (link && link.channelId !== channel.id)
    throw new UserError('reactionroles.other-channel', `That message is not in <#${channel.id}>.`)
  const id = link?.messageId ?? named.trim()
  if (!/^\d{17,20}$/.test(id))
    throw new UserError(
      'reactionroles.message',
      `${safeEcho(named)} is not a message. Give its ID or its link: right-click it, then Copy Message Link.`,
    )
  return id
}

const newKey = (choices: readonly Choice[]): string => {
  for (let number = choices.length + 1; ; number++)
    if (!choices.some(({ id }) => id === `c${number}`)) return `c${number}`
}

/** The menu on a message that has the emoji, or one that it can be added to. */
function menuFor(standing: readonly StoredMenu[], emoji: string): StoredMenu | undefined {
  const reacting = standing.filter(({ design }) => design.kind === 'reactions')
  const having = reacting.find(({ design }) => design.choices.some(one => typedKey(one.emoji) === emoji))
  return having ?? reacting.find(({ design }) => design.mode === 'normal')
}

const addrr = here({
  ...managing,
  description: 'Makes a reaction to a message give a role',
  slash: { root, name: 'add' },
  options: {
    channel: option.channel('the message’s channel'),
    message: option.text('the message’s ID or link'),
    emote: option.text('the emoji to react with'),
    role: option.role('the role that it gives'),
  },
  examples: ['#rules 123456789012345678 🪵 @Woodworker'],
  async run(ctx, { channel, message: named, emote: typed, role }) {
    const { text: emote, problem } = emojiTyped(typed, [...ctx.guild.emojis.cache.values()])
    const emoji = emojiOf(emote)
    if (!emoji)
      throw new UserError(
        'reactionroles.emoji',
        problem ?? `${safeEcho(emote)} is not an emoji. Use one of Discord’s own, or one of this server.`,
      )
    const messageId = messageIn(channel, named)
    await ctx.defer(alone)
    const key = typedKey(emote)
    const known = menuFor(menusAt(ctx, ctx.guild.id, messageId), key)
    const rest = known?.design.choices.filter(one => typedKey(one.emoji) !== key) ?? []
    const before = known?.design.choices.find(one => typedKey(one.emoji) === key)
    const choice: Choice = {
      label: '',
      description: '',
      style: 'secondary',
      ...before,
      id: before?.id ?? newKey(rest),
      emoji: emote.trim(),
      role_id: role.id,
    }
    const choices = before
      ? (known?.design.choices ?? []).map(one => (one === before ? choice : one))
      : [...rest, choice]
    const menu = saveMenu(
      ctx,
      known
        ? { id: known.id, choices }
        : {
            name: cut(`Reactions in #${channelName(channel, ctx.member)}`, 100),
            source: 'attached',
            channel_id: channel.id,
            attached_id: messageId,
            kind: 'reactions',
            choices,
          },
      by(ctx),
    )
    try {
      await deployMenu(ctx, menu.id, by(ctx))
    } catch (error) {
      // Undo what could not be posted.
      if (!known && menuOf(ctx, ctx.guild.id, menu.id)?.messageId === null) deleteMenu(ctx, menu.id, by(ctx), true)
      else if (known) saveMenu(ctx, { id: known.id, choices: known.design.choices }, by(ctx))
      throw error
    }
    return ctx.reply(success(`Members who react with ${emote.trim()} in <#${channel.id}> get <@&${role.id}>.`), alone)
  },
})

const removerr = here({
  ...managing,
  description: 'Takes all reaction roles off a message',
  slash: { root, name: 'remove' },
  options: {
    channel: option.channel('the message’s channel'),
    message: option.text('the message’s ID or link'),
  },
  examples: ['#rules 123456789012345678'],
  run(ctx, { channel, message: named }) {
    const messageId = messageIn(channel, named)
    const standing = menusAt(ctx, ctx.guild.id, messageId).filter(menu => seesMenu(ctx, menu))
    if (standing.length === 0)
      throw new UserError(
        'reactionroles.none',
        `There is no role menu on that message. See \`${ctx.written('rr')}\`.`,
        404,
      )
    // All or none: a menu may have a role that is too high for the caller.
    ctx.db.transaction(() => {
      for (const { id } of standing) deleteMenu(ctx, id, by(ctx), true)
    })
    const what = standing.length === 1 ? 'The menu is' : `${standing.length} menus are`
    return ctx.reply(
      success(`${what} taken off that message in <#${channel.id}>. Members keep the roles they have.`),
      alone,
    )
  },
})

const kindWords = { reactions: 'reactions', buttons: 'buttons', select: 'a select' } as const

function line(ctx: Ctx, menu: StoredMenu): string {
  const { design, messageId, messageChannelId } = menu
  const found = problemsOf(ctx, menu)
  const place = messageChannelId ?? design.channel_id
  const state = messageId === null ? 'draft' : modeNames[design.mode].toLowerCase()
  const where = place === null ? '' : ` in ${shownChannel(ctx.guild, place)}`
  const roles = design.choices.map(one => `${one.emoji.trim()} ${shownRole(ctx.guild, one.role_id)}`.trim()).join(', ')
  const trouble = found[0] ? `\n⚠️ ${found[0].sentence}` : ''
  return `**${inert(design.name)}**${where}: ${kindWords[design.kind]}, ${state}\n${roles || 'No roles yet'}${trouble}`
}

const rr = here({
  ...managing,
  description: 'Lists the menus from which members choose roles',
  aliases: ['reactionroles'],
  slash: { root, name: 'list' },
  run(ctx) {
    const seen = menusOf(ctx, ctx.guild.id).filter(menu => seesMenu(ctx, menu))
    const lines = seen.map(menu => line(ctx, menu))
    const none = `There are no menus. Make one on the dashboard, or with \`${ctx.written('addrr')}\`.`
    const description = lines.length > 0 ? cut(lines.join('\n\n'), messageLimits.description) : none
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Reaction Roles', description }] }, alone)
  },
})

export const commands = { addrr, removerr, rr }
