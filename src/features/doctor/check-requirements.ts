import type { PermissionsString } from 'discord.js'
import type { Requirement } from '#kit/requirement.ts'
import { permissionName } from '#kit/permissions.ts'
import type { Finding } from './contract.ts'

/** The bot's permissions and rank in one guild. */
export interface BotRights {
  productName: string
  /** In the guild, or in a channel; undefined when the channel is gone. */
  has(permission: PermissionsString, channelId?: string): boolean | undefined
  /** Undefined when the role is gone. */
  standsAbove(roleId: string): boolean | undefined
  channelName(channelId: string): string
  roleName(roleId: string): string
}

type Problem = Pick<Finding, 'title' | 'repair' | 'permission'>

function roleProblem({ aboveRoleId, why }: Requirement, rights: BotRights): Problem | undefined {
  if (aboveRoleId === undefined) return undefined
  const above = rights.standsAbove(aboveRoleId)
  if (above === undefined)
    return { title: 'A role that is set no longer exists', repair: `Choose another role, ${why}.` }
  const role = rights.roleName(aboveRoleId)
  return above
    ? undefined
    : {
        title: `${rights.productName} stands below the role ${role}`,
        repair: `Drag its role above ${role} in Server Settings > Roles, ${why}.`,
      }
}

function permissionProblem({ permission, channelId, why }: Requirement, rights: BotRights): Problem | undefined {
  const has = rights.has(permission, channelId)
  const name = permissionName(permission)
  if (has === undefined)
    return { title: 'A channel that is set no longer exists', repair: `Choose another channel, ${why}.` }
  if (has) return undefined
  if (channelId === undefined)
    return {
      permission: name,
      title: `${rights.productName} lacks ${name}`,
      repair: `Give its role ${name} in Server Settings > Roles, ${why}.`,
    }
  const channel = rights.channelName(channelId)
  return {
    permission: name,
    title: `${rights.productName} lacks ${name} in #${channel}`,
    repair: `Allow ${name} for its role in the permissions of #${channel}, or choose another channel, ${why}.`,
  }
}

/** A channel or role of one setting that is gone is one cause, however much was to be done there. */
function onePerCause(requirements: readonly Requirement[], rights: BotRights): readonly Requirement[] {
  const told = new Set<string>()
  return requirements.filter(({ permission, channelId, aboveRoleId, setting }) => {
    const isGone =
      rights.has(permission, channelId) === undefined ||
      (aboveRoleId !== undefined && rights.standsAbove(aboveRoleId) === undefined)
    if (!isGone) return true
    const cause = [setting, channelId, aboveRoleId].join(' ')
    const isNew = !told.has(cause)
    told.add(cause)
    return isNew
  })
}

/** The unmet requirements of one feature, each with a repair; empty when all are met. */
export function checkRequirements(
  feature: string,
  requirements: readonly Requirement[],
  severity: Finding['severity'],
  rights: BotRights,
): Finding[] {
  return onePerCause(requirements, rights).flatMap(requirement => {
    const verdicts = [permissionProblem(requirement, rights), roleProblem(requirement, rights)]
    return verdicts
      .filter(verdict => verdict !== undefined)
      .map(verdict => ({
        feature,
        severity,
        ...verdict,
        ...(requirement.setting !== undefined && { setting: requirement.setting }),
      }))
  })
}
