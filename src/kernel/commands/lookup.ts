import { type Guild, type GuildBasedChannel, GuildMember, RESTJSONErrorCodes, type Role, type User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import { isMisspelt, nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { cut, inert, safeEcho } from '#kit/template.ts'
import type { Option, Options } from '../declarations/option.ts'
import { channelName, sees, seesNow } from '../rights/channel-rights.ts'
import { isOrder } from './mistaken-texts.ts'
import { isHere, isPronoun, isSelf, namesHere, refuseMany, refusePronoun } from './pronouns.ts'
import { isPerson, longestName, type IsName } from './option-matching.ts'
import { usageError } from './words.ts'

const idIn = (text: string, mention: RegExp): string | undefined =>
  /^\d{17,20}$/.test(text) ? text : mention.exec(text)?.[1]

/** The names a text may mean: without its leading `@` or `#`, or with it as part of the name. */
const spellings = (text: string, sign: '@' | '#'): string[] =>
  [...new Set([text.replace(new RegExp(`^${sign}`), '').trim(), text.trim()])].filter(
    name => name !== '' && name !== sign,
  )

const called = (...names: readonly string[]) => {
  const known = new Set(names.map(name => name.toLowerCase()))
  return (name: string | null | undefined) => typeof name === 'string' && known.has(name.toLowerCase())
}

interface Named {
  id: string
}

/** A kind of thing to look for: its names, and how one is shown. */
interface Kind<T> {
  what: string
  namesOf(match: T): readonly (string | null)[]
  label(match: T): string
}

const members: Kind<GuildMember> = {
  what: 'member',
  namesOf: ({ user, nickname }) => [user.username, user.tag, user.globalName, nickname],
  label: ({ user }) => user.tag,
}
const roles: Kind<Role> = { what: 'role', namesOf: ({ name }) => [name], label: ({ name }) => name }
const channels: Kind<GuildBasedChannel> = {
  what: 'channel',
  namesOf: ({ name }) => [name],
  label: ({ name }) => `#${name}`,
}

/** Returns the only match. @throws UserError that names the choices, or similar names when nothing matches */
function only<T extends Named>(
  matches: readonly T[],
  text: string,
  { what, label, namesOf }: Kind<T>,
  others: readonly T[],
): T {
  const [first] = matches
  if (!first) {
    refuseMany(text)
    const meant = nearest(text.replace(/^[@#]/, ''), others, namesOf).map(match => inert(cut(label(match), 40)))
    const hint = meant.length > 0 ? ` Did you mean ${listed(meant, 'or')}?` : ''
    const problem = isOrder(text)
      ? `“${safeEcho(text)}” does not say which ${what}. Use a mention, a name or an ID.`
      : `There is no ${what} “${safeEcho(text)}” in this server.`
    throw usageError(`${problem}${hint}`)
  }
  if (matches.length === 1) return first
  const shown = matches.slice(0, 5).map(match => `${inert(label(match))} (${match.id})`)
  const more = matches.length > shown.length ? ' and others' : ''
  throw usageError(`Several match “${safeEcho(text)}”: ${shown.join(', ')}${more}. Use a mention or an ID.`)
}

function preferringCase<T>(matches: readonly T[], exact: (match: T) => boolean): readonly T[] {
  const exactly = matches.filter(match => exact(match))
  return exactly.length === 1 ? exactly : matches
}

const isUnknown = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return code === RESTJSONErrorCodes.UnknownMember || code === RESTJSONErrorCodes.UnknownUser
}

/** Members whose names begin like a misspelled one: Discord can only search by the beginning. */
async function beginningLike(guild: Guild, name: string): Promise<GuildMember[]> {
  const query = [...name].slice(0, 2).join('')
  return query === name ? [] : [...(await guild.members.search({ query, limit: 100 })).values()]
}

/** By mention, id, or exact name (user name, display name, nickname), the asker also as `me`; uncached members are fetched. */
export async function findMember(guild: Guild, asker: GuildMember, text: string): Promise<GuildMember> {
  const id = idIn(text, /^<@!?(\d{17,20})>$/)
  if (id) {
    try {
      return await guild.members.fetch(id)
    } catch (error) {
      if (isUnknown(error)) throw usageError('That user is not a member of this server.')
      throw error
    }
  }
  const { matches, others } = await membersCalled(guild, asker, text)
  if (matches.length === 0) refusePronoun(text)
  return only(matches, text, members, await others())
}

/** Finds members by name, and those whose name may have been misspelled. @throws UserError when it cannot be a name */
async function membersCalled(guild: Guild, asker: GuildMember, text: string) {
  const [name, ...more] = spellings(text, '@')
  if (name === undefined || text.length > 100) throw usageError('That is not a member of this server.')
  const found = await Promise.all([name, ...more].map(query => guild.members.search({ query, limit: 100 })))
  const candidates = [...new Map([guild.members.cache, ...found].flatMap(members => [...members])).values()]
  const isCalled = called(name, ...more)
  // Anybody can take the name of somebody else: no kind of name takes precedence over another.
  const named = candidates.filter(member => members.namesOf(member).some(isCalled))
  const matches = isSelf(text) && named.every(({ id }) => id !== asker.id) ? [...named, asker] : named
  const others = async () =>
    matches.length > 0 ? [] : [...new Set([...candidates, ...(await beginningLike(guild, name))])]
  return { matches, others }
}

const byId = 'Name people who are not here by ID.'

/** Any Discord user by mention or id, a member also by name. */
export async function findUser(guild: Guild, asker: GuildMember, text: string): Promise<User> {
  const id = idIn(text, /^<@!?(\d{17,20})>$/)
  if (!id) {
    const member = await findMember(guild, asker, text).catch((error: unknown) => {
      throw error instanceof UserError && !isPronoun(text) ? usageError(`${error.message} ${byId}`) : error
    })
    return member.user
  }
  try {
    return await guild.client.users.fetch(id)
  } catch (error) {
    if (isUnknown(error)) throw usageError('There is no Discord user with that ID.')
    throw error
  }
}

const rolesOf = (guild: Guild): Role[] => [...guild.roles.cache.values()].filter(role => role.id !== guild.id)

const visibleChannels = (guild: Guild, asker: GuildMember): GuildBasedChannel[] =>
  [...guild.channels.cache.values()].filter(channel => !isHidden(channel) && sees(asker, channel))

const takesRoles = (kind: Option['kind']): boolean => kind === 'role' || kind === 'mentionable'

/** Matches user names that cannot be words: `jun_tan`, `ines.k`. */
const userName = /^@?[a-z][a-z\d]+(?:[._][a-z\d._]*[a-z\d_]|\d+)$/i

/**
 * Whether a text is unmistakably a name: with the sign that Discord shows before names, or as a user name that cannot
 * be anything else. "spam" may be a reason, a channel or somebody's name.
 */
function isExactName(guild: Guild, asker: GuildMember, kind: Option['kind'], text: string): boolean {
  const sign = kind === 'channel' ? '#' : '@'
  if (!text.startsWith(sign))
    return (
      isPerson(kind) &&
      userName.test(text) &&
      guild.members.cache.some(({ user }) => user.username.toLowerCase() === text.toLowerCase())
    )
  const isCalled = called(text.slice(1))
  if (takesRoles(kind) && rolesOf(guild).some(({ name }) => isCalled(name))) return true
  if (kind === 'role') return false
  if (kind === 'channel') return visibleChannels(guild, asker).some(({ name }) => isCalled(name))
  return guild.members.cache.some(member => members.namesOf(member).some(isCalled))
}

/**
 * Returns a check whether a word is the name, or a misspelled name, of a member, a role or a channel that the asker can
 * see. Names of channels that the option does not take count, too: they are refused, not taken for a reason.
 */
export const nameChecker =
  (guild: Guild, asker: GuildMember): IsName =>
  ({ kind }, text, how) => {
    if (how === 'exactly') return isExactName(guild, asker, kind, text)
    const isCalled = how === 'spelled' ? called(...spellings(text, kind === 'channel' ? '#' : '@')) : undefined
    const matches = isCalled ?? ((name: string | null) => name !== null && isMisspelt(text, name))
    const isNamed = <T>(candidates: Iterable<T>, { namesOf }: Kind<T>) =>
      [...candidates].some(each => namesOf(each).some(matches))
    if (takesRoles(kind) && isNamed(rolesOf(guild), roles)) return true
    if (kind === 'role') return false
    if (kind === 'channel') return namesHere(text) || isNamed(visibleChannels(guild, asker), channels)
    return isNamed(guild.members.cache.values(), members)
  }

/** How many first words are looked up as names: a second target of the command would be near the start. */
const wordsLookedUp = 4

/** Matches what a name of several words may begin with: no mention, id, number or quote. */
const startOfName = /^@?[^<#\d"“„«\s]\S*$/u

/**
 * Fetches the members whom the first words name into the cache, so that `nameChecker` knows them, also those whose name
 * has several words.
 */
export async function fetchNamed(guild: Guild, options: Options, text: string): Promise<void> {
  const all = Object.values(options)
  const isFollowed = all.some(({ kind, required }, place) => isPerson(kind) && required && place < all.length - 1)
  if (!all.some(({ kind }) => isPerson(kind)) || !(isFollowed || all.some(({ kind }) => kind === 'rest'))) return
  const typed = text.trim().split(/\s+/u, wordsLookedUp)
  const [first = ''] = typed
  const words = typed.filter(({ length }) => length <= longestName).map(word => word.replace(/[,;:.!]+$/, ''))
  const wanted = words.filter(word => userName.test(word)).map(word => ({ query: word.replace(/^@/, ''), limit: 5 }))
  const startsName = isFollowed && typed.length > 1 && first.length <= longestName && startOfName.test(first)
  const searches = startsName ? [...wanted, { query: first.replace(/^@/, ''), limit: 100 }] : wanted
  await Promise.all(searches.map(search => guild.members.search(search).catch(() => undefined)))
}

/** The error for @everyone, which Discord lists among the roles. */
export const everyonesRole = (): UserError =>
  usageError(`All members have ${inert('@everyone')}, so it cannot be chosen here. Choose another role.`)

/** A role of this guild by mention, id or exact name; never @everyone. */
export function findRole(guild: Guild, text: string): Role {
  const id = idIn(text, /^<@&(\d{17,20})>$/)
  const names = spellings(text, '@')
  const isCalled = called(...names)
  const known = rolesOf(guild)
  const matches = known.filter(role => role.id === id || isCalled(role.name))
  if (matches.length === 0 && (id === guild.id || isCalled('everyone'))) throw everyonesRole()
  return only(
    preferringCase(matches, role => role.id === id || names.includes(role.name)),
    text,
    roles,
    known,
  )
}

const membersAndRoles: Kind<GuildMember | Role> = {
  what: 'member or role',
  namesOf: match => (match instanceof GuildMember ? members.namesOf(match) : roles.namesOf(match)),
  label: match => (match instanceof GuildMember ? members.label(match) : `the role ${roles.label(match)}`),
}

/** A member or a role of this guild by mention, id or exact name; a name of both is refused. */
export async function findMemberOrRole(guild: Guild, asker: GuildMember, text: string): Promise<GuildMember | Role> {
  const isRole = /^<@&\d+>$/.test(text) || guild.roles.cache.has(text) || called('everyone')(text.replace(/^@/, ''))
  if (isRole) return findRole(guild, text)
  if (idIn(text, /^<@!?(\d{17,20})>$/) !== undefined) return findMember(guild, asker, text)
  const { matches, others } = await membersCalled(guild, asker, text)
  const known = rolesOf(guild)
  const isCalled = called(...spellings(text, '@'))
  const both = [...matches, ...known.filter(({ name }) => isCalled(name))]
  if (both.length === 0) refusePronoun(text)
  return only(both, text, membersAndRoles, both.length > 0 ? [] : [...(await others()), ...known])
}

/**
 * A channel of this guild that the asker can see, by mention, id or exact name, or as `here`; a private thread that
 * they were added to only by mention or id.
 */
export async function findChannel(
  guild: Guild,
  asker: GuildMember,
  { text, option, here }: { text: string; option: Option; here: GuildBasedChannel },
): Promise<GuildBasedChannel> {
  const id = idIn(text, /^<#(\d{17,20})>$/)
  const named = id === undefined ? (isHere(text) ? here : undefined) : guild.channels.cache.get(id)
  if (named && isHidden(named)) throw hiddenChannel()
  const names = spellings(text, '#')
  const isCalled = called(...names)
  const known = visibleChannels(guild, asker)
  const visible = named && !known.includes(named) && (await seesNow(asker, named)) ? [...known, named] : known
  const isThisOne = (channel: GuildBasedChannel) => channel.id === id || (isHere(text) && channel.id === here.id)
  const matches = visible.filter(channel => isThisOne(channel) || isCalled(channel.name))
  const fitting = matches.filter(channel => fits(channel, option))
  if (matches.length > 0 && fitting.length === 0) throw wrongChannelType()
  return only(
    preferringCase(fitting, channel => isThisOne(channel) || names.includes(channel.name)),
    text,
    channels,
    visible.filter(channel => fits(channel, option)),
  )
}

/** Replaces mentions by names: people who typed a name should not read an id where their text is quoted. */
export function withNames(guild: Guild, reader: GuildMember, sentence: string): string {
  const nameOf = (sign: string, id: string): string => {
    if (sign === '#') {
      const channel = guild.channels.cache.get(id)
      return channel ? `#${channelName(channel, reader)}` : '#unknown'
    }
    if (sign === '@&') return `@${guild.roles.cache.get(id)?.name ?? 'unknown role'}`
    const user = guild.members.cache.get(id) ?? guild.client.users.cache.get(id)
    return `@${user?.displayName ?? 'unknown user'}`
  }
  return sentence.replace(/<\u200B?(@[!&]?|#)(\d{17,20})>/gu, (_, sign: string, id: string) => inert(nameOf(sign, id)))
}

/** Whether an option takes this kind of channel. */
export const fits = (channel: GuildBasedChannel, { channelTypes }: Option): boolean =>
  channelTypes === undefined || channelTypes.some(type => type === channel.type)

/** The error when an option does not take this kind of channel. */
export const wrongChannelType = (): UserError => usageError('That kind of channel cannot be used here.')
