import type { GuildMember } from 'discord.js'
import type { Need } from '#contract'
import type { UserError } from '#kit/errors.ts'
import type { Feature, Services } from '../feature.ts'
import { insufficient } from '../rights/rights.ts'

/** The needs for changing these settings: the feature's for all of them, and those of each form that contains one. */
function needsOf({ contract, parts }: Feature, keys: readonly string[]): Need[] {
  const touching = Object.values(contract.forms).filter(form => keys.some(key => key in form.settings.shape))
  const single = Object.entries<Need | undefined>(parts.settingNeeds ?? {}).filter(([key]) => keys.includes(key))
  return [
    'manage',
    ...[parts.settingsNeed, ...single.map(([, need]) => need)].filter(need => need !== undefined),
    ...touching.map(({ needs }) => needs),
  ]
}

/** Why a member may not undo a change of these settings; undefined when they may. */
export function refusalToChange(
  services: Pick<Services, 'access'>,
  member: GuildMember,
  feature: Feature,
  keys: readonly string[],
): UserError | undefined {
  const lacking = needsOf(feature, keys).find(need => !services.access.has(member, need, feature.contract.name))
  return lacking === undefined ? undefined : insufficient(services, lacking, feature.contract.name)
}
