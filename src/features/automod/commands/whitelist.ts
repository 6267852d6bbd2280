import type { GuildBasedChannel } from 'discord.js'
import { mayRead } from '#kernel/rights/channel-rights.ts'
import { type CommandContext, command, option, type TypingContext } from '#kernel/feature.ts'
import { shownChannel } from '#kit/channel-or-role.ts'
import { UserError } from '#kit/errors.ts'
import { knownName } from '#kit/hidden-channel.ts'
import { nearest } from '#kit/edit-distance.ts'
import { colours, success } from '#kit/notices.ts'
import { listed } from '#kit/permissions.ts'
import { cut, inert, safeEcho } from '#kit/template.ts'
import automod from '../contract.ts'

const here = command<typeof automod>()
type Ctx = CommandContext<typeof automod>

const author = ({ member }: Ctx) => ({ userId: member.id, via: 'command' })
const alone = { ephemeral: true }

export const whitelist = here({
  description: 'Lists the channels that are not moderated',
  run(ctx) {
    const lines = ctx.own.exemptChannels.map(id => shownChannel(ctx.guild, id))
    const description = lines.length > 0 ? cut(lines.join('\n'), 4000) : 'All channels are moderated.'
    return ctx.reply({ embeds: [{ color: colours.brand, title: 'Exempt channels', description }] }, alone)
  },
})

export const whitelistadd = here({
  description: 'Stops moderating a channel',
  options: { channel: option.channel('the channel') },
  examples: ['#memes'],
  run(ctx, { channel }) {
    const { exemptChannels } = ctx.own
    if (exemptChannels.includes(channel.id)) throw new UserError('automod.listed', 'That channel is exempt already.')
    ctx.save({ exemptChannels: [...exemptChannels, channel.id] }, author(ctx))
    return ctx.reply(success(`<#${channel.id}> is no longer moderated.`), alone)
  },
})

/** The exempt channels that the caller can see and may therefore refer to by name. */
const exemptByName = ({ guild, member, own }: TypingContext<typeof automod>): GuildBasedChannel[] =>
  own.exemptChannels.flatMap(id => {
    const channel = guild.channels.cache.get(id)
    return channel && mayRead(member, id) ? [channel] : []
  })

/** The id of an exempt channel, even a deleted one. @throws UserError that suggests channels with similar names */
function exemptChannel(ctx: Ctx, text: string): string {
  const id = /^(?:<#)?(\d{17,20})>?$/.exec(text)?.[1]
  const name = text.replace(/^#/, '').toLowerCase()
  const known = exemptByName(ctx)
  const found = id === undefined ? known.filter(channel => channel.name.toLowerCase() === name).map(idOf) : [id]
  const [first, ...more] = found.filter(one => ctx.own.exemptChannels.includes(one))
  if (first !== undefined && more.length === 0) return first
  if (first !== undefined)
    throw new UserError(
      'automod.ambiguous',
      `Several match “${safeEcho(text)}”: ${found.join(', ')}. Use a mention or an ID.`,
    )
  const meant = nearest(name, known, channel => [channel.name]).map(channel => `#${inert(channel.name)}`)
  const hint =
    meant.length > 0
      ? `Did you mean ${listed(meant, 'or')}?`
      : `\`${ctx.written('automod whitelist')}\` lists those that are.`
  throw new UserError(
    'automod.not-listed',
    `${id === undefined ? `“${safeEcho(text)}”` : 'That channel'} is not exempt. ${hint}`,
  )
}

const idOf = ({ id }: { id: string }) => id

export const whitelistremove = here({
  description: 'Moderates a channel again',
  // A channel option would not accept channels that were deleted.
  options: { channel: option.rest('the channel: a mention, a name or an ID', { max: 100 }) },
  examples: ['#memes'],
  autocomplete: {
    channel: (ctx, typed) =>
      exemptByName(ctx)
        .filter(channel => channel.name.includes(typed.replace(/^#/, '').toLowerCase()))
        .map(channel => ({ name: `#${knownName(channel)}`, value: channel.id })),
  },
  run(ctx, { channel }) {
    const chosen = exemptChannel(ctx, channel.trim())
    ctx.save({ exemptChannels: ctx.own.exemptChannels.filter(id => id !== chosen) }, author(ctx))
    const told = ctx.guild.channels.cache.has(chosen) ? 'is moderated again' : 'is off the list'
    return ctx.reply(success(`${shownChannel(ctx.guild, chosen)} ${told}.`), alone)
  },
})
