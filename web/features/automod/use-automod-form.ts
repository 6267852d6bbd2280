import type { z } from 'zod'
import automod from '#features/automod/contract.ts'
import { onOffWord } from '#web/app/settings-form/binding.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const { shape } = automod.settings

/** By the names that the form is posted with: the server's sentences about a field find it. */
const fields = {
  enabled: shape.enabled,
  anti_spam: shape.antiSpam,
  anti_massmention: shape.antiMassmention,
  anti_links: shape.antiLinks,
  anti_invites: shape.antiInvites,
  anti_ghostping: shape.antiGhostping,
  anti_attachments: shape.antiAttachments,
  max_lines: shape.maxLines,
  max_mentions: shape.maxMentions,
  max_duplicated: shape.maxDuplicated,
  duplicate_seconds: shape.duplicateSeconds,
  spam_messages: shape.spamMessages,
  spam_seconds: shape.spamSeconds,
  wh_channels: shape.exemptChannels,
  wh_roles: shape.exemptRoles,
  automod_action: shape.action,
  max_strikes: shape.maxStrikes,
  strike_decay_hours: shape.strikeDecayHours,
  words: shape.words,
  allowed_links: shape.allowedLinks,
  allowed_invites: shape.allowedInvites,
  debug: shape.debug,
  notify_channel: shape.notifyChannel,
  notify_member: shape.notifyMember,
  mirror_native: shape.mirrorNative,
}
type Fields = typeof fields
export type AutomodValues = { [K in keyof Fields]: z.output<Fields[K]> }

const sentences = {
  load: 'Failed to load auto-moderation settings',
  saved: 'Auto-moderation settings saved successfully!',
  refused: 'Failed to save auto-moderation settings',
  failed: 'Failed to save auto-moderation settings: ',
}

const read = ({ automod: view }: z.output<typeof automod.forms.automod.view>): AutomodValues => {
  const { action, strikes: _, ...rest } = view
  return { ...rest, automod_action: action }
}

/** What is posted: also what the tester is given while it is not saved yet. */
export const bodyOf = (values: AutomodValues) => ({
  ...values,
  enabled: onOffWord(values.enabled),
  anti_spam: onOffWord(values.anti_spam),
  anti_massmention: onOffWord(values.anti_massmention),
  anti_links: onOffWord(values.anti_links),
  anti_invites: onOffWord(values.anti_invites),
  anti_ghostping: onOffWord(values.anti_ghostping),
  anti_attachments: onOffWord(values.anti_attachments),
})

export const useAutomodForm = (guildId: string) =>
  useSettingsForm({ guildId, form: automod.forms.automod, fields, read, write: bodyOf, sentences })

export type AutomodForm = ReturnType<typeof useAutomodForm>
