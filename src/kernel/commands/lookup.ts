import {
  type Collection,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  RESTJSONErrorCodes,
  type Role,
  type User,
} from 'discord.js'
import { UserError } from '../errors.ts'
import type { Option } from '../feature.ts'
import { inert, repeated } from '../template.ts'
import { usageError } from './words.ts'

const idIn = (text: string, mention: RegExp): string | undefined =>
  /^\d{17,20}$/.test(text) ? text : mention.exec(text)?.[1]

const same = (left: string | null | undefined, right: string) => left?.toLowerCase() === right.toLowerCase()

interface Named {
  id: string
}

/** The only match, or a refusal that names the choices. A match in the same case wins over one in another. */
function only<T extends Named>(matches: readonly T[], text: string, what: string, label: (match: T) => string): T {
  const [first] = matches
  if (!first) throw usageError(`There is no ${what} “${repeated(text)}” in this server.`)
  if (matches.length === 1) return first
  const shown = matches.slice(0, 5).map(match => `${inert(label(match))} (${match.id})`)
  const more = matches.length > shown.length ? ' and others' : ''
  throw usageError(`Several match “${repeated(text)}”: ${shown.join(', ')}${more}. Use a mention or an id.`)
}

function preferringCase<T>(matches: readonly T[], exact: (match: T) => boolean): readonly T[] {
  const exactly = matches.filter(match => exact(match))
  return exactly.length === 1 ? exactly : matches
}

const isUnknown = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return code === RESTJSONErrorCodes.UnknownMember || code === RESTJSONErrorCodes.UnknownUser
}

/** By mention, id, or exact name (user name, display name, nickname); uncached members are fetched. */
export async function findMember(guild: Guild, text: string): Promise<GuildMember> {
  const id = idIn(text, /^<@!?(\d{17,20})>$/)
  if (id) {
    try {
      return await guild.members.fetch(id)
    } catch (error) {
      if (isUnknown(error)) throw usageError('That user is not a member of this server.')
      throw error
    }
  }
  const name = text.replace(/^@/, '').trim()
  if (name === '' || name.length > 100) throw usageError('That is not a member of this server.')
  const found: Collection<string, GuildMember> = await guild.members.search({ query: name, limit: 100 })
  const candidates = [...new Map([...guild.members.cache, ...found]).values()]
  const matches = candidates.filter(
    ({ user, nickname }) =>
      same(user.username, name) || same(user.tag, name) || same(user.globalName, name) || same(nickname, name),
  )
  return only(
    preferringCase(matches, ({ user }) => same(user.username, name)),
    name,
    'member',
    ({ user }) => user.tag,
  )
}

/** Any Discord user by mention or id, a member also by name. */
export async function findUser(guild: Guild, text: string): Promise<User> {
  const id = idIn(text, /^<@!?(\d{17,20})>$/)
  if (!id) return (await findMember(guild, text)).user
  try {
    return await guild.client.users.fetch(id)
  } catch (error) {
    if (isUnknown(error)) throw usageError('There is no Discord user with that id.')
    throw error
  }
}

/** A role of this guild by mention, id or exact name; never @everyone. */
export function findRole(guild: Guild, text: string): Role {
  const id = idIn(text, /^<@&(\d{17,20})>$/)
  const name = text.replace(/^@/, '')
  const roles = [...guild.roles.cache.values()].filter(role => role.id !== guild.id)
  const matches = roles.filter(role => role.id === id || same(role.name, name))
  return only(
    preferringCase(matches, role => role.id === id || role.name === name),
    name,
    'role',
    role => role.name,
  )
}

/** A channel of this guild that the asker can see, by mention, id or exact name. */
export function findChannel(guild: Guild, asker: GuildMember, text: string, option: Option): GuildBasedChannel {
  const id = idIn(text, /^<#(\d{17,20})>$/)
  const name = text.replace(/^#/, '')
  const visible = [...guild.channels.cache.values()].filter(channel => channel.permissionsFor(asker).has('ViewChannel'))
  const matches = visible.filter(channel => channel.id === id || same(channel.name, name))
  const fitting = matches.filter(channel => fits(channel, option))
  if (matches.length > 0 && fitting.length === 0) throw wrongChannelType()
  return only(
    preferringCase(fitting, channel => channel.id === id || channel.name === name),
    name,
    'channel',
    ({ name }) => `#${name}`,
  )
}

export const fits = (channel: GuildBasedChannel, { channelTypes }: Option): boolean =>
  channelTypes === undefined || channelTypes.some(type => type === channel.type)

export const wrongChannelType = (): UserError => usageError('That kind of channel cannot be used here.')
