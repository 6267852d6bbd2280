import { type APIEmbedField, type GuildMember, RESTJSONErrorCodes, type User } from 'discord.js'
import { type Context, command, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { dateTag } from './date-tag.ts'
import type general from './contract.ts'
import { info } from './slash-roots.ts'

const mostRolesShown = 20

/** Somebody's membership in this server, or undefined when they are not in it. */
async function memberOf({ guild }: Context, user: User): Promise<GuildMember | undefined> {
  try {
    return await guild.members.fetch(user.id)
  } catch (error) {
    if ((error as { code?: unknown }).code === RESTJSONErrorCodes.UnknownMember) return undefined
    throw error
  }
}

function membership(member: GuildMember): APIEmbedField[] {
  const roles = [...member.roles.cache.values()].filter(role => role.id !== member.guild.id)
  const shown = roles.sort((a, b) => b.position - a.position).slice(0, mostRolesShown)
  const more = roles.length > shown.length ? ` and ${roles.length - shown.length} more` : ''
  return [
    { name: 'Joined', value: member.joinedTimestamp === null ? 'unknown' : dateTag(member.joinedTimestamp) },
    { name: `Roles (${roles.length})`, value: roles.length > 0 ? `${shown.join(' ')}${more}` : 'none' },
    ...(member.nickname ? [{ name: 'Nickname', value: inert(member.nickname) }] : []),
  ]
}

export const userinfo = command<typeof general>()({
  description: 'Shows information about a user',
  slash: { root: info, name: 'user' },
  aliases: ['uinfo', 'whois', 'memberinfo'],
  options: { user: option.user('whom to show; you when left out', { optional: true }) },
  examples: ['', '@mara'],
  async run(ctx, { user = ctx.member.user }) {
    const member = await memberOf(ctx, user)
    await ctx.reply({
      embeds: [
        {
          color: colours.brand,
          author: { name: user.tag, icon_url: user.displayAvatarURL() },
          thumbnail: { url: (member ?? user).displayAvatarURL({ size: 256 }) },
          fields: [
            { name: 'User', value: `<@${user.id}> · ${user.id}${user.bot ? ' · bot' : ''}` },
            { name: 'Account created', value: dateTag(user.createdTimestamp) },
            ...(member ? membership(member) : [{ name: 'Member', value: 'not in this server' }]),
          ],
        },
      ],
    })
  },
})

export const avatar = command<typeof general>()({
  description: "Shows somebody's picture in full size",
  slash: { root: info, name: 'avatar' },
  aliases: ['av', 'pfp'],
  options: { user: option.user('whose picture; yours when left out', { optional: true }) },
  examples: ['', '@mara'],
  run(ctx, { user = ctx.member.user }) {
    const picture = user.displayAvatarURL({ size: 1024 })
    return ctx.reply({
      embeds: [
        { color: colours.brand, author: { name: user.tag }, url: picture, title: 'Picture', image: { url: picture } },
      ],
    })
  },
})
