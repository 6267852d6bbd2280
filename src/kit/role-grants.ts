import {
  type Guild,
  type GuildChannel,
  type GuildMember,
  PermissionFlagsBits,
  type PermissionsString,
  type Role,
} from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from './errors.ts'
import type { ConfigurationProblem } from './requirement.ts'
import { listed, permissionName } from './permissions.ts'
import { inert } from './template.ts'

/**
 * Permissions that a role must not have if it is given automatically: Discord's elevated permissions, and three others
 * that are just as harmful.
 * Source: https://discord.com/developers/docs/topics/permissions, those marked as needing two-factor authentication.
 */
const elevated = [
  'Administrator',
  'KickMembers',
  'BanMembers',
  'ModerateMembers',
  'ManageGuild',
  'ManageRoles',
  'ManageChannels',
  'ManageMessages',
  'ManageThreads',
  'ManageWebhooks',
  'ManageNicknames',
  'ManageGuildExpressions',
  'ViewCreatorMonetizationAnalytics',
  'MentionEveryone',
] as const satisfies readonly PermissionsString[]

const elevatedBits = elevated.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n)

/** The names of those permissions among `granted` that nobody should get automatically. Most roles have none. */
const elevatedAmong = (granted: bigint): PermissionsString[] =>
  (granted & elevatedBits) === 0n ? [] : elevated.filter(name => (granted & PermissionFlagsBits[name]) !== 0n)

/** Permissions that nobody should get automatically and that a role grants beyond those of @everyone. */
function elevatedIn({ permissions, guild }: Pick<Role, 'permissions' | 'guild'>): PermissionsString[] {
  return elevatedAmong(permissions.bitfield & ~guild.roles.everyone.permissions.bitfield)
}

/** The permissions that @everyone has in a channel anyway. */
function everyonesIn({ guild, permissionOverwrites }: GuildChannel): bigint {
  const { everyone } = guild.roles
  const own = permissionOverwrites.cache.get(everyone.id)
  return (everyone.permissions.bitfield & ~(own?.deny.bitfield ?? 0n)) | (own?.allow.bitfield ?? 0n)
}

/**
 * Permissions that nobody should get automatically and that a role's overwrites grant beyond those of @everyone, and in
 * how many channels.
 */
function elevatedInChannels(
  role: Role,
  places: Iterable<GuildChannel>,
): { powers: PermissionsString[]; channels: number } {
  const found = new Set<PermissionsString>()
  let channels = 0
  for (const channel of places) {
    const overwrite = channel.permissionOverwrites.cache.get(role.id)
    if (!overwrite) continue
    const powers = elevatedAmong(overwrite.allow.bitfield & ~everyonesIn(channel))
    if (powers.length > 0) channels += 1
    for (const name of powers) found.add(name)
  }
  return { powers: elevated.filter(name => found.has(name)), channels }
}

/** The channels that can have overwrites of their own. */
const overwritable = ({ channels }: Guild): GuildChannel[] =>
  [...channels.cache.values()].flatMap(channel => (channel.isThread() ? [] : [channel]))

/** 'Ban Members', or 'Manage Messages in 2 channels', or undefined if the role grants nothing dangerous. */
function dangersOf(role: Role, places: Iterable<GuildChannel> = overwritable(role.guild)): string | undefined {
  const everywhere = elevatedIn(role)
  if (everywhere.length > 0) return listed(everywhere.map(permissionName))
  // The channels are not named, because the person who chooses the role may not be allowed to see them.
  const { powers, channels } = elevatedInChannels(role, places)
  if (channels === 0) return undefined
  return `${listed(powers.map(permissionName))} in ${channels === 1 ? 'a channel' : `${channels} channels`}`
}

/** A member who gives roles, with values computed once; discord.js recomputes them on every access. */
interface Giver {
  isOwner: boolean
  mayGive: boolean
  highest: Role
}

const giverOf = ({ id, guild, permissions, roles }: GuildMember): Giver => ({
  isOwner: id === guild.ownerId,
  mayGive: permissions.has(PermissionFlagsBits.ManageRoles),
  highest: roles.highest,
})

/**
 * Compares roles, lowest first; of two at the same position, the older one is higher. discord.js would count all roles
 * for each comparison.
 */
export const lowestFirst = (a: Role, b: Role): number =>
  a.rawPosition - b.rawPosition || (BigInt(a.id) > BigInt(b.id) ? -1 : 1)

const lacksManageRoles = 'I cannot give this role, because I lack Manage Roles.'
const standsTooLow =
  'I cannot give this role, because it is not below my highest role. Move my role up in Server Settings > Roles.'

/** Whether a role cannot be given only because of something that the bot lacks; a requirement then reports that too. */
export const isBotsLack = (problem: string): boolean => problem === lacksManageRoles || problem === standsTooLow

function unfit(role: Role, dangers: () => string | undefined, me: Giver | null): string | undefined {
  if (role.id === role.guild.id) return 'Everybody has @everyone already. Choose another role.'
  if (role.managed) return 'Discord or an integration manages this role, so nobody can give it.'
  const found = dangers()
  if (found !== undefined) return `This role has ${found}, which nobody should get automatically. Choose another role.`
  if (!me?.mayGive) return lacksManageRoles
  return lowestFirst(role, me.highest) < 0 ? undefined : standsTooLow
}

const ownIn = ({ members: { me } }: Guild): Giver | null => me && giverOf(me)

/** Why the role itself makes it unfit to be given automatically, as a sentence; undefined if it is fit. */
const handOutProblem = (role: Role): string | undefined => unfit(role, () => dangersOf(role), ownIn(role.guild))

/** Why a role that grants rights in the bot itself is not given automatically. */
export const opensDashboard =
  'Anybody with this role has access to the dashboard or passes anti-nuke, so it is only given by hand. Take that away first.'

/** Knows which roles grant rights in the bot itself. */
interface RightsByRole {
  bringsRights(guild: Guild, roleId: string): boolean
}

/** Why a role cannot be given automatically at the moment, as a sentence; undefined if it can. */
export const autoGrantProblem = (access: RightsByRole, role: Role): string | undefined =>
  access.bringsRights(role.guild, role.id) ? opensDashboard : handOutProblem(role)

/**
 * Returns a function that says why `chooser` may not choose a role to be given automatically, as a sentence, or
 * undefined if they may. Apart from what makes a role unfit in general, Discord lets nobody but the owner give a role
 * that is not below their own highest role.
 * @param chooser left out for changes that no member makes, which may add any role that is fit
 */
export function roleJudge(guild: Guild, chooser?: GuildMember): (role: Role) => string | undefined {
  const me = ownIn(guild)
  const giver = chooser && giverOf(chooser)
  const places = new Map<string, GuildChannel[]>()
  for (const channel of overwritable(guild))
    for (const { id, allow } of channel.permissionOverwrites.cache.values()) {
      if ((allow.bitfield & elevatedBits) === 0n) continue
      const known = places.get(id)
      if (known) known.push(channel)
      else places.set(id, [channel])
    }
  return role => {
    const problem = unfit(role, () => dangersOf(role, places.get(role.id) ?? []), me)
    return problem ?? (giver && beyond(role, giver))
  }
}

/** Discord lets nobody but the owner give a role that is not below their own highest role. */
function beyond(role: Role, giver: Giver): string | undefined {
  if (giver.isOwner) return undefined
  if (!giver.mayGive) return 'You need Manage Roles to choose a role.'
  return lowestFirst(role, giver.highest) < 0
    ? undefined
    : 'This role is not below your own highest role, so you cannot give it.'
}

/**
 * Returns a function that says why somebody cannot give a role to a member, once and by hand, as a sentence, or
 * undefined if they can. As in Discord, they may give roles that nobody should get automatically.
 */
export function manualGrantJudge(guild: Guild, chooser: GuildMember): (role: Role) => string | undefined {
  const me = ownIn(guild)
  const giver = giverOf(chooser)
  return role => unfit(role, () => undefined, me) ?? beyond(role, giver)
}

/**
 * Returns a function that says why a role cannot be taken from members, as a sentence, or undefined if it can.
 * @param chooser left out to judge only what the bot itself can do
 */
export function takingJudge(guild: Guild, chooser?: GuildMember): (role: Role) => string | undefined {
  const me = ownIn(guild)
  const taker = chooser && giverOf(chooser)
  return role => {
    if (role.id === guild.id || role.managed)
      return 'Discord or an integration manages this role, so nobody can take it. Choose another one.'
    if (taker && !taker.isOwner && lowestFirst(role, taker.highest) >= 0)
      return 'This role is not below your own highest role, so you cannot take it.'
    if (!me?.mayGive) return 'I cannot take this role, because I lack Manage Roles.'
    return lowestFirst(role, me.highest) < 0
      ? undefined
      : 'I cannot take this role, because it is not below my highest role. Move my role up in Server Settings > Roles.'
  }
}

/** A role that somebody adds to a setting, and the name of the field. */
interface ChosenRole {
  field: string
  roleId: string
}

/**
 * The entries of a list of settings that are new: with another role, or with a different way to earn it.
 * @param field the list's name
 */
export function addedRoles<R extends { roleId: string }>(
  field: string,
  after: readonly R[],
  before: readonly R[],
): ChosenRole[] {
  return after.flatMap((row, place) =>
    before.some(one => isDeepStrictEqual(one, row)) ? [] : [{ field: `${field}.${place}.roleId`, roleId: row.roleId }],
  )
}

/**
 * Judges the roles that somebody adds; leave out those that were chosen before. Changes that no member makes may add
 * any.
 * @param chooserId null for changes that no member makes
 * @param options.named whether the sentences name the role, for fields with several
 * @throws UserError with the first problem of each field at fault
 */
export async function demandGrantableRoles(
  guild: Guild,
  chooserId: string | null,
  added: readonly ChosenRole[],
  { named = false }: { named?: boolean } = {},
): Promise<void> {
  if (added.length === 0 || chooserId === null) return
  const chooser = await guild.members.fetch({ user: chooserId, force: true, cache: false })
  const judge = roleJudge(guild, chooser)
  const problems: Record<string, string> = {}
  for (const { field, roleId } of added) {
    const role = guild.roles.cache.get(roleId)
    const problem = role ? judge(role) : 'That role is not in this server.'
    if (problem !== undefined) problems[field] ??= named && role ? `${inert(role.name)}: ${problem}` : problem
  }
  const [first] = Object.values(problems)
  if (first !== undefined) throw new UserError('role.unfit', first, 400, problems)
}

/**
 * Problems with roles in a list of settings that have become dangerous since they were chosen, and so are no longer
 * given.
 */
export const withheldRoleProblems = (
  { guild, access }: { guild: Guild; access: RightsByRole },
  roleIds: readonly string[],
  setting: string,
): ConfigurationProblem[] =>
  roleIds.flatMap(id => {
    const role = guild.roles.cache.get(id)
    if (!role) return []
    const title = `${inert(role.name)} is not given: it now`
    if (access.bringsRights(guild, id))
      return [
        {
          title: `${title} grants rights in the bot`,
          repair: "Take those away on the bot's pages, or choose another role.",
          setting,
        },
      ]
    const dangers = dangersOf(role)
    if (dangers === undefined) return []
    const repair = 'Remove that from the role and its channel permissions, or choose another one.'
    return [{ title: `${title} has ${dangers}`, repair, setting }]
  })
