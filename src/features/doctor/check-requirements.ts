import type { PermissionsString } from 'discord.js'
import type { Requirement } from '#kit/requirement.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { everyFeature, type Finding } from './contract.ts'

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
  const role = rights.roleName(aboveRoleId)
  return rights.standsAbove(aboveRoleId) !== false
    ? undefined
    : {
        title: `${rights.productName} stands below the role ${role}`,
        repair: `Drag its role above ${role} in Server Settings > Roles, ${why}.`,
      }
}

function permissionProblem({ permission, channelId, why }: Requirement, rights: BotRights): Problem | undefined {
  if (rights.has(permission, channelId) !== false) return undefined
  const name = permissionName(permission)
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

/** A feature, and what it needs in the guild. */
export interface Asker {
  feature: string
  /** What people call it. */
  title: string
  /** What people call one of its settings. */
  labelOf(setting: string): string | undefined
  requirements: readonly Requirement[]
}

interface Gone {
  what: 'channel' | 'role'
  id: string
  asker: Asker
  setting: string | undefined
}

const goneFor =
  (rights: BotRights) =>
  (asker: Asker): Gone[] =>
    asker.requirements.flatMap(({ permission, channelId, aboveRoleId, setting }): Gone[] => [
      ...(channelId !== undefined && rights.has(permission, channelId) === undefined
        ? [{ what: 'channel' as const, id: channelId, asker, setting }]
        : []),
      ...(aboveRoleId !== undefined && rights.standsAbove(aboveRoleId) === undefined
        ? [{ what: 'role' as const, id: aboveRoleId, asker, setting }]
        : []),
    ])

function goneFinding(what: Gone['what'], gone: readonly Gone[]): Finding {
  const each = new Map(gone.map(one => [`${one.asker.feature} ${one.setting}`, one]))
  const [first, ...others] = each.values()
  const isShared = others.some(({ asker }) => asker !== first?.asker)
  const names = [...each.values()].map(({ asker, setting }) => {
    const label = setting === undefined ? undefined : asker.labelOf(setting)
    if (label === undefined) return asker.title
    return isShared ? `“${label}” (${asker.title})` : `“${label}”`
  })
  return {
    feature: isShared || !first ? everyFeature : first.asker.feature,
    severity: 'error',
    title: `A ${what} that is set no longer exists`,
    repair: `Choose another ${what} for ${listed(names)}.`,
    ...(others.length === 0 && first?.setting !== undefined && { setting: first.setting }),
    ...(others.length > 0 && {
      places: [...each.values()].map(({ asker: { feature }, setting }) => ({
        feature,
        ...(setting !== undefined && { setting }),
      })),
    }),
  }
}

/** What is set and gone: one finding for each channel and role, however many settings name it. */
export const checkGone = (askers: readonly Asker[], rights: BotRights): Finding[] =>
  [...Map.groupBy(askers.flatMap(goneFor(rights)), ({ id }) => id).values()].flatMap(gone =>
    gone[0] ? [goneFinding(gone[0].what, gone)] : [],
  )

/** The unmet requirements of one feature, each with a repair, but for what is gone; empty when all are met. */
export function checkRequirements(
  feature: string,
  requirements: readonly Requirement[],
  severity: Finding['severity'],
  rights: BotRights,
): Finding[] {
  return requirements.flatMap(requirement => {
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
