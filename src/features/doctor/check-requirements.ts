import type { PermissionsString } from 'discord.js'
import type { Requirement } from '#kit/requirement.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { everyFeature, type Finding } from './contract.ts'

/** The bot's permissions and rank in one guild. */
export interface BotRights {
  productName: string
  /** In the guild, or in a channel; undefined if the channel no longer exists. */
  has(permission: PermissionsString, channelId?: string): boolean | undefined
  /** Undefined if the role no longer exists. */
  standsAbove(roleId: string): boolean | undefined
  /** Whether Discord hides the channel from the bot. */
  isHidden(channelId: string): boolean
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
  // A hidden channel is a finding of its own, whatever else is missing there.
  if (channelId !== undefined && rights.isHidden(channelId)) return undefined
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

/** A feature, with its requirements in the guild. */
export interface Asker {
  feature: string
  /** The title of the feature. */
  title: string
  /** The label of one of its settings. */
  labelOf(setting: string): string | undefined
  requirements: readonly Requirement[]
}

/** A channel or role that settings name but the bot cannot use at all. */
interface Unusable {
  what: 'channel' | 'role'
  why: 'gone' | 'hidden'
  id: string
  asker: Asker
  setting: string | undefined
  of: string | undefined
}

/** Undefined for a channel that can be used. */
function whyUnusable(channelId: string, rights: BotRights): Unusable['why'] | undefined {
  if (rights.has('ViewChannel', channelId) === undefined) return 'gone'
  return rights.isHidden(channelId) ? 'hidden' : undefined
}

const unusableFor =
  (rights: BotRights) =>
  (asker: Asker): Unusable[] =>
    asker.requirements.flatMap(({ channelId, aboveRoleId, setting, of }): Unusable[] => {
      const why = channelId === undefined ? undefined : whyUnusable(channelId, rights)
      const isRoleGone = aboveRoleId !== undefined && rights.standsAbove(aboveRoleId) === undefined
      return [
        ...(channelId !== undefined && why
          ? [{ what: 'channel' as const, why, id: channelId, asker, setting, of }]
          : []),
        ...(isRoleGone ? [{ what: 'role' as const, why: 'gone' as const, id: aboveRoleId, asker, setting, of }] : []),
      ]
    })

function unusableFinding(
  { what, why, id }: Pick<Unusable, 'what' | 'why' | 'id'>,
  found: readonly Unusable[],
  { productName }: BotRights,
): Finding {
  const each = new Map(found.map(one => [`${one.asker.feature} ${one.setting} ${one.of}`, one]))
  const [first, ...others] = each.values()
  const isShared = others.some(({ asker }) => asker !== first?.asker)
  const names = [...each.values()].map(({ asker, setting, of }) => {
    const label = setting === undefined ? undefined : asker.labelOf(setting)
    if (label === undefined) return of ?? asker.title
    return isShared ? `“${label}” (${asker.title})` : `“${label}”`
  })
  return {
    feature: isShared || !first ? everyFeature : first.asker.feature,
    severity: 'error',
    ...(why === 'gone'
      ? {
          title: `A ${what} that is set no longer exists`,
          repair: `Choose another ${what} for ${listed(names)}.`,
        }
      : {
          permission: permissionName('ViewChannel'),
          title: `A channel that is set is hidden from ${productName}`,
          repair: `Allow View Channel for its role in the permissions of the channel with the ID ${id}, or choose another channel for ${listed(names)}.`,
        }),
    ...(others.length === 0 && first?.setting !== undefined && { setting: first.setting }),
    ...(others.length > 0 && {
      places: [...each.values()].map(({ asker: { feature }, setting }) => ({
        feature,
        ...(setting !== undefined && { setting }),
      })),
    }),
  }
}

/** Channels and roles in settings that are gone or hidden: one finding for each, however many settings name it. */
export const checkUnusable = (askers: readonly Asker[], rights: BotRights): Finding[] =>
  [...Map.groupBy(askers.flatMap(unusableFor(rights)), ({ id }) => id).values()].flatMap(found =>
    found[0] ? [unusableFinding(found[0], found, rights)] : [],
  )

/** The unmet requirements of one feature, each with a repair, except for channels and roles that are gone or hidden. */
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
