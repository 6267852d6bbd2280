import { ChannelType } from 'discord.js'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { shownRole } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { mayWrite } from '#kit/permissions.ts'
import { formatDuration } from '#kit/duration.ts'
import { inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { addCategory, mostInCategory, categoryNames, removeCategory, setDefaultCategory, usedIn } from './categories.ts'

type Ctx = CommandContext<typeof tickets>
const here = command<typeof tickets>()
const managing = { needs: ['ManageGuild'], always: true } as const
const alone = { ephemeral: true }
const author = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const second = 1000
const day = 24 * 3600 * second
const usage = (sentence: string) => new UserError('command.usage', sentence)

function listCategories(ctx: Ctx) {
  const { guild, member, own } = ctx
  const named = categoryNames(guild, member)
  const line = (ids: readonly string[], first: string | null) =>
    named(ids).map(
      ({ id, name }) =>
        `- ${inert(name)} (${usedIn(guild, id)} of ${mostInCategory})${id === first ? ', filled first' : ''}`,
    )
  const part = (title: string, lines: string[]) => `**${title}**\n${lines.length > 0 ? lines.join('\n') : 'None.'}`
  const description = [
    part('Open tickets', line(own.openCategories, own.defaultOpen)),
    part('Closed tickets', line(own.closedCategories, own.defaultClosed)),
  ].join('\n\n')
  return ctx.reply({ embeds: [{ color: colours.brand, title: 'Ticket categories', description }] }, alone)
}

const category = here({
  ...managing,
  description: 'Lists, adds and removes the categories that tickets are kept in',
  options: {
    what: option.choice('what to do', ['list', 'add', 'remove', 'default']),
    type: option.choice('for which tickets', ['open', 'closed'], { optional: true }),
    category: option.channel('the category', { optional: true, channelTypes: [ChannelType.GuildCategory] }),
  },
  examples: ['list', 'add open Help', 'default closed Archive'],
  async run(ctx, { what, type, category: chosen }) {
    if (what === 'list') return listCategories(ctx)
    if (!type || !chosen) throw usage(`Say which: \`${ctx.written(`ticket category ${what} open <category>`)}\`.`)
    const name = inert(categoryNames(ctx.guild, ctx.member)([chosen.id])[0]?.name ?? '')
    if (what === 'add') {
      await addCategory(ctx, { type, categoryId: chosen.id, categoryName: null }, author(ctx))
      return ctx.reply(success(`**${name}** holds ${type} tickets.`), alone)
    }
    if (what === 'remove') {
      await removeCategory(ctx, type, chosen.id, author(ctx))
      return ctx.reply(success(`**${name}** holds no new ${type} tickets. The category itself stays.`), alone)
    }
    await setDefaultCategory(ctx, type, chosen.id, author(ctx))
    return ctx.reply(success(`**${name}** is filled first with ${type} tickets.`), alone)
  },
})

const log = here({
  ...managing,
  description: 'Sets the channel that lists opened, closed and deleted tickets',
  options: {
    // First, so that a channel can be given without its #.
    off: option.off('off for no log', { insteadOf: 'channel', instead: 'Name a channel, or say off.' }),
    channel: option.channel('the channel', { optional: true, channelTypes: [ChannelType.GuildText] }),
  },
  examples: ['#ticket-log', 'off'],
  async run(ctx, { channel }) {
    await ctx.change({ logChannel: channel?.id ?? null }, author(ctx))
    if (!channel) return ctx.reply(success('Tickets are not logged in a channel any more.'), alone)
    const mute = channel.isTextBased() && !mayWrite(channel, ['EmbedLinks'])
    const hint = mute
      ? ' I cannot write there yet: give my role View Channel, Send Messages and Embed Links in it.'
      : ''
    return ctx.reply(success(`Tickets are logged in <#${channel.id}>.${hint}`), alone)
  },
})

const limit = here({
  ...managing,
  description: 'Sets how many tickets the server may have open',
  options: { number: option.integer('how many', { min: 10, max: 200, counted: ['tickets'] }) },
  examples: ['50'],
  async run(ctx, { number }) {
    await ctx.change({ maxOpenTickets: number }, author(ctx))
    return ctx.reply(success(`The server may have ${formatCount(number, 'open ticket')}.`), alone)
  },
})

const userlimit = here({
  ...managing,
  description: 'Sets how many tickets a member may have open; tiers and roles may have more',
  options: { number: option.integer('how many', { min: 1, max: 20, counted: ['ticket', 'tickets'] }) },
  examples: ['3'],
  async run(ctx, { number }) {
    await ctx.change(
      own => ({ maxTicketsPerUser: number, userLimits: { ...own.userLimits, default: number } }),
      author(ctx),
    )
    return ctx.reply(success(`A member may have ${formatCount(number, 'open ticket')}.`), alone)
  },
})

const cooldown = here({
  ...managing,
  description: 'Sets how long a member waits between two tickets',
  options: {
    off: option.off('off for no wait', { insteadOf: 'time', instead: 'Say how long a member waits, or off.' }),
    time: option.duration('how long, from 1 minute to 1 hour; a number alone is seconds', {
      optional: true,
      min: 60 * second,
      max: 3600 * second,
      unit: second,
    }),
  },
  examples: ['5m', '300', 'off'],
  async run(ctx, { time }) {
    if (time === undefined) {
      await ctx.change({ rateLimitEnabled: false }, author(ctx))
      return ctx.reply(success('A member can open one ticket after another.'), alone)
    }
    await ctx.change({ cooldownPeriod: Math.round(time / second), rateLimitEnabled: true }, author(ctx))
    return ctx.reply(success(`A member waits ${formatDuration(time)} between two tickets.`), alone)
  },
})

/** @throws UserError if it is not a whole number of days */
function wholeDays(time: number): number {
  if (time % day === 0) return time / day
  const [less, more] = [Math.floor(time / day), Math.ceil(time / day)]
  throw usage(`Tickets close after whole days: say ${less}d or ${more}d.`)
}

const autoclose = here({
  ...managing,
  description: 'Sets after how many days without a message a ticket closes',
  options: {
    off: option.off('off for never', { insteadOf: 'time', instead: 'Say after how many days, or off.' }),
    time: option.duration('how long, from 1 to 30 days; a number alone is days', {
      optional: true,
      min: day,
      max: 30 * day,
      unit: day,
    }),
  },
  examples: ['7d', 'off'],
  async run(ctx, { time }) {
    const days = time === undefined ? undefined : wholeDays(time)
    const patch =
      days === undefined ? { autoCloseInactive: false } : { autoCloseInactive: true, inactiveThreshold: days }
    await ctx.change(patch, author(ctx))
    const told =
      days === undefined
        ? 'Inactive tickets stay open.'
        : `A ticket closes after ${formatCount(days, 'day')} without a message, unless the team owes an answer.`
    return ctx.reply(success(told), alone)
  },
})

const support = here({
  ...managing,
  description: 'Sets the role that answers, claims and closes every ticket',
  options: {
    off: option.off('off for no role', { insteadOf: 'role', instead: 'Name a role, or say off.' }),
    role: option.role('the role', { optional: true }),
  },
  examples: ['@Support', 'off'],
  async run(ctx, { role }) {
    await ctx.change({ supportTeamRole: role?.id ?? null }, author(ctx))
    const told = role ? `${shownRole(ctx.guild, role.id)} answers tickets.` : 'No role answers tickets any more.'
    return ctx.reply(success(told), alone)
  },
})

function listRoles({ own, guild, reply }: Ctx) {
  const lines = own.additionalRoles.map(({ id }) => `- ${shownRole(guild, id)}`)
  const description = lines.length > 0 ? lines.join('\n') : 'No additional roles'
  return reply({ embeds: [{ color: colours.brand, title: 'Roles that see tickets', description }] }, alone)
}

const roles = here({
  ...managing,
  description: 'Lists, adds and removes the roles that see tickets without answering them',
  options: {
    what: option.choice('what to do', ['list', 'add', 'remove']),
    role: option.role('the role', { optional: true }),
  },
  examples: ['list', 'add @Trainee', 'remove @Trainee'],
  async run(ctx, { what, role }) {
    if (what === 'list') return listRoles(ctx)
    if (!role) throw usage(`Name the role: \`${ctx.written(`ticket roles ${what} @role`)}\`.`)
    const isListed = ({ id }: { id: string }) => id === role.id
    await ctx.change(own => {
      const listed = own.additionalRoles.some(isListed)
      if (what === 'add' && listed) throw new UserError('tickets.role-listed', 'That role sees tickets already.')
      if (what === 'remove' && !listed) throw new UserError('tickets.role-unlisted', 'That role is not in the list.')
      const left = own.additionalRoles.filter(one => !isListed(one))
      return { additionalRoles: what === 'add' ? [...left, { id: role.id, name: role.name }] : left }
    }, author(ctx))
    const told = what === 'add' ? 'sees tickets' : 'does not see tickets any more'
    return ctx.reply(success(`${shownRole(ctx.guild, role.id)} ${told}.`), alone)
  },
})

export const commands = { category, log, limit, userlimit, cooldown, autoclose, support, roles }
