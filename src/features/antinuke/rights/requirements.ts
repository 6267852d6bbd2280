import type { Guild, PermissionsString, Role } from 'discord.js'
import { listed } from '#kit/permissions.ts'
import { lowestFirst } from '#kit/role-grants.ts'
import type { ConfigurationProblem, Requirement } from '#kit/requirement.ts'
import { inert } from '#kit/template.ts'
import type { Context } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { AntinukeSettings } from '../contract.ts'
import { modules, type Punishment } from '../modules/contract.ts'

type Punishing = Pick<AntinukeSettings, 'punishment' | 'modules' | 'modulePunishments'>

const permissionFor: Record<Punishment, PermissionsString | undefined> = {
  BAN: 'BanMembers',
  KICK: 'KickMembers',
  TIMEOUT: 'ModerateMembers',
  NONE: undefined,
}
const verb: Record<Punishment, string> = { BAN: 'ban', KICK: 'kick', TIMEOUT: 'time out', NONE: '' }

/** The punishments that can occur with these settings, in the modules that are on. */
const punishmentsIn = ({ punishment, modules: on, modulePunishments }: Punishing): Set<Punishment> =>
  new Set(modules.filter(({ key }) => on[key]).map(({ key }) => modulePunishments[key] ?? punishment))

/** The permissions that the bot needs to see an attack and to punish as the settings say. */
export function vitalPermissions(own: Punishing): (Requirement & { setting: string })[] {
  return [
    { permission: 'ViewAuditLog', setting: 'enabled', why: 'to see who does what' },
    ...[...punishmentsIn(own)].flatMap(one => {
      const permission = permissionFor[one]
      return permission
        ? [{ permission, setting: 'punishment', why: `to ${verb[one]} attackers` } satisfies Requirement]
        : []
    }),
  ]
}

/** All permissions that the bot uses against an attack, with the reasons. */
export function requires({ own }: Context<typeof antinuke>): Requirement[] {
  const fallback: Requirement[] = [
    { permission: 'ManageRoles', why: 'to take the roles of attackers away, which is faster than anything else' },
    { permission: 'KickMembers', why: 'to kick attackers who cannot be punished otherwise, and bots' },
    { permission: 'BanMembers', why: 'to ban attackers who cannot be stopped otherwise' },
  ]
  const recovery: Requirement[] = [
    { permission: 'ManageRoles', setting: 'autoRecovery', why: 'to put roles back' },
    { permission: 'ManageChannels', setting: 'autoRecovery', why: 'to put channels back' },
    {
      permission: 'ManageWebhooks',
      setting: 'autoRecovery',
      why: 'to remove webhooks of attackers and put others back',
    },
    { permission: 'ManageGuild', setting: 'autoRecovery', why: "to put the server's settings and invites back" },
    { permission: 'ManageGuildExpressions', setting: 'autoRecovery', why: 'to put emoji and stickers back' },
    { permission: 'ManageEvents', setting: 'autoRecovery', why: 'to put events back' },
  ]
  const { logChannel } = own
  const log = logChannel === null ? [] : (['ViewChannel', 'SendMessages', 'EmbedLinks'] as const)
  const all: Requirement[] = [
    ...vitalPermissions(own),
    ...fallback,
    ...(own.autoRecovery ? recovery : []),
    ...log.map(permission => ({
      permission,
      setting: 'logChannel',
      why: 'to post incidents and alarms',
      ...(logChannel !== null && { channelId: logChannel }),
    })),
  ]
  const first = new Map(all.toReversed().map(one => [`${one.permission} ${one.channelId}`, one]))
  return all.filter(one => first.get(`${one.permission} ${one.channelId}`) === one)
}

const dangerous = [
  'Administrator',
  'BanMembers',
  'KickMembers',
  'ManageChannels',
  'ManageRoles',
  'ManageGuild',
] as const
const mostNamed = 5

/** Roles with power against which the bot cannot act, highest first. */
export function dangerousRolesAbove({ roles, members }: Pick<Guild, 'roles' | 'members'>): Role[] {
  const highest = members.me?.roles.highest
  if (!highest) return []
  const above = roles.cache.filter(
    role => role.id !== highest.id && lowestFirst(role, highest) > 0 && role.permissions.any([...dangerous]),
  )
  return [...above.values()].sort((a, b) => lowestFirst(b, a))
}

/** Other problems that keep the bot from stopping an attack. */
export function problems({ guild, own, config }: Context<typeof antinuke>): ConfigurationProblem[] {
  const above = dangerousRolesAbove(guild).map(({ name }) => inert(name))
  const more = above.length - mostNamed
  const named = more > 0 ? [...above.slice(0, mostNamed), `${more} more`] : above
  return [
    ...(above.length === 0
      ? []
      : [
          {
            title: `${listed(named)} ${above.length === 1 ? 'is' : 'are'} above ${config.productName}`,
            repair: 'Move its role to the top in Server Settings > Roles: it can only stop people who are below it.',
          },
        ]),
    ...(own.bypassRole === null || guild.roles.cache.has(own.bypassRole)
      ? []
      : [
          {
            title: 'The bypass role no longer exists',
            repair: 'Choose another one, or none, under Permissions.',
            setting: 'bypassRole',
          },
        ]),
  ]
}
