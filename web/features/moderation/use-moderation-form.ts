import type { z } from 'zod'
import moderation from '#features/moderation/contract.ts'
import { onOffWord } from '#web/app/settings-form/binding.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const { shape } = moderation.settings

/** By the names that the form is posted with, so that the server's sentences find their fields. */
const fields = {
  enabled: shape.enabled,
  max_warnings: shape.maxWarn,
  max_warn_action: shape.maxWarnAction,
  modlog_channel: shape.modlogChannel,
  warn_expiry_days: shape.warnExpiryDays,
  dm_on_action: shape.dmOnAction,
  appeal_text: shape.appealText,
  reason_templates: shape.reasonTemplates,
}

type Form = typeof moderation.forms.moderation
type View = z.output<Form['view']>

const read = ({ max_warn, max_warn_action, modlog_channel, moderation: more }: View) => ({
  enabled: more.enabled,
  max_warnings: max_warn,
  max_warn_action,
  modlog_channel,
  warn_expiry_days: more.warn_expiry_days,
  dm_on_action: more.dm_on_action,
  appeal_text: more.appeal_text,
  reason_templates: more.reason_templates,
})

const sentences = {
  load: 'Failed to load moderation settings',
  saved: 'Moderation settings saved successfully!',
  refused: 'Failed to save moderation settings',
  failed: 'Failed to save moderation settings: ',
}

/** The settings of moderation, as they are edited. */
export const useModerationForm = (guildId: string) =>
  useSettingsForm({
    guildId,
    form: moderation.forms.moderation,
    fields,
    read,
    write: ({ enabled, dm_on_action, ...rest }) => ({
      ...rest,
      enabled: onOffWord(enabled),
      dm_on_action: onOffWord(dm_on_action),
    }),
    sentences,
  })

export type ModerationForm = ReturnType<typeof useModerationForm>
