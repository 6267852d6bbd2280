import { type GuildMember, PermissionFlagsBits, type PermissionsString, type Role } from 'discord.js'
import { listed, permissionName } from './permissions.ts'

/**
 * What a role must not bring when it is given by itself: Discord's elevated permissions, and three that hurt as much.
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

/** The permissions of a role that nobody should come to by an automatism. */
export const elevatedIn = ({ permissions }: Pick<Role, 'permissions'>): PermissionsString[] =>
  elevated.filter(name => permissions.has(PermissionFlagsBits[name], false))

/** Why a role cannot be handed out automatically, as a sentence, or undefined when it can. */
export function handOutProblem(role: Role): string | undefined {
  if (role.id === role.guild.id) return 'Everybody has @everyone already. Choose another role.'
  if (role.managed) return 'Discord or an integration manages this role, so nobody can give it.'
  const dangerous = elevatedIn(role)
  if (dangerous.length > 0)
    return `This role has ${listed(dangerous.map(permissionName))}, which nobody should get automatically. Choose a role without.`
  if (!role.editable) return 'I cannot give this role. I need Manage Roles, and my own role must stand above it.'
  return undefined
}

/**
 * Why `chooser` may not have a role handed out, as a sentence, or undefined when they may: besides what makes any role
 * unfit, Discord lets nobody give a role that does not stand below their own highest, except the owner.
 */
export function choiceProblem(role: Role, chooser: GuildMember): string | undefined {
  const problem = handOutProblem(role)
  if (problem !== undefined) return problem
  if (chooser.id === role.guild.ownerId) return undefined
  if (!chooser.permissions.has(PermissionFlagsBits.ManageRoles)) return 'You need Manage Roles to choose a role.'
  return chooser.roles.highest.comparePositionTo(role) > 0
    ? undefined
    : 'This role does not stand below your own highest role, so you cannot give it.'
}
