import type { CommandAccess, CommandRule } from '#features/general/contract.ts'

/** A summary of a rule, a word or two for each part. */
export function ruleWords({ disabled, allowRoles, denyRoles, allowChannels, denyChannels }: CommandRule): string[] {
  if (disabled) return ['Off']
  return [
    ...(allowRoles.length > 0 ? ['Certain roles'] : []),
    ...(denyRoles.length > 0 ? ['Roles denied'] : []),
    ...(allowChannels.length > 0 ? ['Certain channels'] : []),
    ...(denyChannels.length > 0 ? ['Channels denied'] : []),
  ]
}

/** 'Discord allows the role Potter.' */
export function overriddenText({ kind, name, allowed, of }: CommandAccess['discord'][number]): string {
  const what = kind === 'user' ? 'member' : kind
  const scope = of === 'all' ? ', for all of my commands' : ''
  return `Discord ${allowed ? 'allows' : 'denies'} the ${what} ${name}${scope}.`
}
