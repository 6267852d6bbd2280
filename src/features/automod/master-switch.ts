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
 * Switches auto-moderation on where a form means it to act although it does not name the master switch: the documented
 * form has no word for it, so one that has every rule's switch and one of them on would otherwise be saved and do nothing.
 */
export function withMasterSwitch(posted: Partial<AutomodSettings>): Partial<AutomodSettings> {
  const meansOn =
    posted.enabled === undefined &&
    switches.every(name => posted[name] !== undefined) &&
    switches.some(name => posted[name])
  return { ...posted, ...(meansOn && { enabled: true }) }
}
