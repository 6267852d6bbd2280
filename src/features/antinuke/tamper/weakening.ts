import { isDeepStrictEqual } from 'node:util'
import { timeTag } from '#kit/template.ts'
import type { AntinukeSettings } from '../contract.ts'
import { type Limit, modules, punishmentLabel } from '../modules/contract.ts'

const added = (after: readonly string[], before: readonly string[]) => after.filter(id => !before.includes(id))

const bypassed = {
  can_ban: 'ban members',
  can_kick: 'kick members',
  can_manage_roles: 'manage roles',
  can_manage_channels: 'manage channels',
  can_manage_webhooks: 'manage webhooks',
} as const satisfies Record<keyof AntinukeSettings['bypassPermissions'], string>
const bypassKeys = Object.keys(bypassed) as (keyof typeof bypassed)[]

const date = (at: number) => timeTag(at, 'D')

function allowanceOf({ allowances }: AntinukeSettings, id: string): { perHour: number; expiresAt: number } {
  const found = allowances.find(one => one.id === id)
  return { perHour: found?.perHour ?? Infinity, expiresAt: found?.expiresAt ?? Infinity }
}

/** People whom the whitelist allows more than before, and how much. */
function whitelisted(before: AntinukeSettings, after: AntinukeSettings): string[] {
  return after.whitelist.flatMap(id => {
    const now = allowanceOf(after, id)
    const limits = [
      ...(now.perHour === Infinity ? [] : [`${now.perHour} actions an hour`]),
      ...(now.expiresAt === Infinity ? [] : [`until ${date(now.expiresAt)}`]),
    ]
    const how = limits.length === 0 ? 'without limits' : limits.join(', ')
    if (!before.whitelist.includes(id)) return [`Added to the whitelist: <@${id}>, ${how}`]
    const then = allowanceOf(before, id)
    return now.perHour > then.perHour || now.expiresAt > then.expiresAt
      ? [`More allowed on the whitelist: <@${id}>, ${how}`]
      : []
  })
}

const raised = (after: Limit, before: Limit) => after.minute > before.minute || after.hour > before.hour

function moduleWeakenings(before: AntinukeSettings, after: AntinukeSettings): string[] {
  return modules.flatMap(({ key, label }) => [
    ...(before.modules[key] && !after.modules[key] ? [`${label} switched off`] : []),
    ...(after.modulePunishments[key] === 'NONE' && before.modulePunishments[key] !== 'NONE'
      ? [`${label} punishes nobody`]
      : []),
    ...(raised(after.limits[key], before.limits[key])
      ? [
          `${label} lets through more: ${after.limits[key].minute} instead of ${before.limits[key].minute} a minute, ${after.limits[key].hour} instead of ${before.limits[key].hour} an hour`,
        ]
      : []),
  ])
}

function logWeakening(before: string | null, after: string | null): string[] {
  if (before === null || before === after) return []
  return [after === null ? 'Nothing posted to the log channel' : `Log channel moved to <#${after}>`]
}

/**
 * What a change of the settings takes away from the protection, each as a phrase without a tense, as it may have been
 * done or only requested. Empty where nothing is weakened.
 */
export function weakenings(before: AntinukeSettings, after: AntinukeSettings): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const unlocked = bypassKeys.filter(key => after.bypassPermissions[key] && !before.bypassPermissions[key])
  return [
    ...(before.enabled && !after.enabled ? ['Anti-nuke switched off'] : []),
    ...moduleWeakenings(before, after),
    ...(after.punishment === 'NONE' && before.punishment !== 'NONE'
      ? [`Punishment: nobody, instead of ${punishmentLabel(before.punishment)}`]
      : []),
    ...added(after.extraOwners, before.extraOwners).map(id => `Extra owner added: <@${id}>`),
    ...whitelisted(before, after),
    ...(after.bypassRole !== null && after.bypassRole !== before.bypassRole
      ? [`Bypass role: <@&${after.bypassRole}>`]
      : []),
    ...unlocked.map(key => `The bypass role may ${bypassed[key]}`),
    ...logWeakening(before.logChannel, after.logChannel),
    ...(before.autoRecovery && !after.autoRecovery ? ['Auto recovery switched off'] : []),
    ...(before.twoPersons && !after.twoPersons ? ['Two-person confirmation switched off'] : []),
  ]
}
