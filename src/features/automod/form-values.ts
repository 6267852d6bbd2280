import type { Settings } from '#contract'
import type automod from './contract.ts'
import type { FormValues } from './contract.ts'

export type AutomodSettings = Settings<typeof automod>

/** The form's names and the settings they stand for. */
const settingOf = {
  enabled: 'enabled',
  anti_spam: 'antiSpam',
  anti_massmention: 'antiMassmention',
  anti_links: 'antiLinks',
  anti_invites: 'antiInvites',
  anti_ghostping: 'antiGhostping',
  anti_attachments: 'antiAttachments',
  max_lines: 'maxLines',
  max_mentions: 'maxMentions',
  max_duplicated: 'maxDuplicated',
  duplicate_seconds: 'duplicateSeconds',
  spam_messages: 'spamMessages',
  spam_seconds: 'spamSeconds',
  wh_channels: 'exemptChannels',
  wh_roles: 'exemptRoles',
  automod_action: 'action',
  max_strikes: 'maxStrikes',
  strike_decay_hours: 'strikeDecayHours',
  words: 'words',
  allowed_links: 'allowedLinks',
  allowed_invites: 'allowedInvites',
  debug: 'debug',
  notify_channel: 'notifyChannel',
  notify_member: 'notifyMember',
  mirror_native: 'mirrorNative',
} as const satisfies { [K in keyof FormValues]-?: keyof AutomodSettings }

const switches = [
  'anti_attachments',
  'anti_invites',
  'anti_links',
  'anti_spam',
  'anti_ghostping',
  'anti_massmention',
] as const satisfies readonly (keyof FormValues)[]

/**
 * Whether a form means auto-moderation to act although it does not name the master switch: the documented form has no
 * word for it, so one that has every rule's switch and one of them on would otherwise be saved and do nothing.
 */
const meansOn = (posted: FormValues) =>
  posted.enabled === undefined &&
  switches.every(name => posted[name] !== undefined) &&
  switches.some(name => posted[name])

/** What a posted form changes; what it leaves out stays as it is. */
export function settingsFrom(posted: FormValues): Partial<AutomodSettings> {
  const given = Object.entries(posted).filter(([, value]) => value !== undefined)
  // Each pair has one schema in the contract, so the values fit their settings.
  const changed = Object.fromEntries(given.map(([name, value]) => [settingOf[name as keyof FormValues], value]))
  return { ...changed, ...(meansOn(posted) && { enabled: true }) }
}

/** The settings under the form's names, as GET shows them. */
export function viewOf(own: AutomodSettings) {
  const { exemptChannels, exemptRoles, action, maxStrikes } = own
  return {
    enabled: own.enabled,
    anti_spam: own.antiSpam,
    anti_massmention: own.antiMassmention,
    anti_links: own.antiLinks,
    anti_invites: own.antiInvites,
    anti_ghostping: own.antiGhostping,
    anti_attachments: own.antiAttachments,
    max_lines: own.maxLines,
    max_mentions: own.maxMentions,
    max_duplicated: own.maxDuplicated,
    duplicate_seconds: own.duplicateSeconds,
    spam_messages: own.spamMessages,
    spam_seconds: own.spamSeconds,
    wh_channels: exemptChannels,
    wh_roles: exemptRoles,
    action,
    strikes: maxStrikes,
    max_strikes: maxStrikes,
    strike_decay_hours: own.strikeDecayHours,
    words: own.words,
    allowed_links: own.allowedLinks,
    allowed_invites: own.allowedInvites,
    debug: own.debug,
    notify_channel: own.notifyChannel,
    notify_member: own.notifyMember,
    mirror_native: own.mirrorNative,
  }
}
