import type { Context, Obstacle, Requirement } from '#kernel/feature.ts'
import { listed, permissionName } from '#kernel/permissions.ts'
import { elevatedIn } from '#kernel/role-grant.ts'
import { inert } from '#kernel/template.ts'
import type leveling from './contract.ts'

type Here = Context<typeof leveling>

/** To write where level-ups are told, and to stand above every level role. */
export function requires({ own }: Here): Requirement[] {
  const told = own.levelupChannel
  const write = ['ViewChannel', 'SendMessages'] as const
  return [
    ...(told === null || own.announce === 'never'
      ? []
      : write.map(permission => ({
          permission,
          channelId: told,
          setting: 'levelup_channel',
          why: 'to tell who reached a level',
        }))),
    ...own.levelRoles.map(({ roleId }) => ({
      permission: 'ManageRoles' as const,
      aboveRoleId: roleId,
      setting: 'level_roles',
      why: 'to give level roles',
    })),
  ]
}

/** Level roles that have come to power since they were chosen are not given any more. */
export const obstacles = ({ own, guild }: Here): Obstacle[] =>
  own.levelRoles.flatMap(({ roleId }) => {
    const role = guild.roles.cache.get(roleId)
    const powers = role ? elevatedIn(role) : []
    if (!role || powers.length === 0) return []
    return [
      {
        title: `${inert(role.name)} is not given: it now has ${listed(powers.map(permissionName))}`,
        repair: 'Take that from the role, or choose another one.',
        setting: 'level_roles',
      },
    ]
  })
