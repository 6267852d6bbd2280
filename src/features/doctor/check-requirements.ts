import type { PermissionsString } from 'discord.js'
import type { Requirement } from '#kit/requirement.ts'
import { permissionName } from '#kit/permissions.ts'
import type { Finding } from './contract.ts'

/** What the bot is and may do in one guild. */
export interface Standing {
  productName: string
  /** In the guild, or in a channel; undefined when the channel is gone. */
  has(permission: PermissionsString, channelId?: string): boolean | undefined
  /** Undefined when the role is gone. */
  standsAbove(roleId: string): boolean | undefined
  channelName(channelId: string): string
  roleName(roleId: string): string
}

type Verdict = Pick<Finding, 'title' | 'repair'>

function roleVerdict({ aboveRoleId, why }: Requirement, standing: Standing): Verdict | undefined {
  if (aboveRoleId === undefined) return undefined
  const above = standing.standsAbove(aboveRoleId)
  if (above === undefined)
    return { title: 'A role that is set no longer exists', repair: `Choose another role, ${why}.` }
  const role = standing.roleName(aboveRoleId)
  return above
    ? undefined
    : {
        title: `${standing.productName} stands below the role ${role}`,
        repair: `Drag its role above ${role} in Server Settings > Roles, ${why}.`,
      }
}

function permissionVerdict({ permission, channelId, why }: Requirement, standing: Standing): Verdict | undefined {
  const has = standing.has(permission, channelId)
  const name = permissionName(permission)
  if (has === undefined)
    return { title: 'A channel that is set no longer exists', repair: `Choose another channel, ${why}.` }
  if (has) return undefined
  if (channelId === undefined)
    return {
      title: `${standing.productName} lacks ${name}`,
      repair: `Give its role ${name} in Server Settings > Roles, ${why}.`,
    }
  const channel = standing.channelName(channelId)
  return {
    title: `${standing.productName} lacks ${name} in #${channel}`,
    repair: `Allow ${name} for its role in the permissions of #${channel}, or choose another channel, ${why}.`,
  }
}

/** What is wrong with what one feature needs, as findings with a repair each; nothing when all is well. */
export function judge(
  feature: string,
  requirements: readonly Requirement[],
  severity: Finding['severity'],
  standing: Standing,
): Finding[] {
  return requirements.flatMap(requirement => {
    const verdicts = [permissionVerdict(requirement, standing), roleVerdict(requirement, standing)]
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
