import type { AutomodSettings } from './contract.ts'

const switches = [
  'antiAttachments',
  'antiInvites',
  'antiLinks',
  'antiSpam',
  'antiGhostping',
  'antiMassmention',
] as const satisfies readonly (keyof AutomodSettings)[]

/**
 * Switches auto-moderation on if a posted form implies it without naming the master switch. The documented form has no
 * field for it, so a form with every rule's switch, at least one of them on, would otherwise be saved without effect.
 */
export function withMasterSwitch(posted: Partial<AutomodSettings>): Partial<AutomodSettings> {
  const meansOn =
    posted.enabled === undefined &&
    switches.every(name => posted[name] !== undefined) &&
    switches.some(name => posted[name])
  return { ...posted, ...(meansOn && { enabled: true }) }
}
