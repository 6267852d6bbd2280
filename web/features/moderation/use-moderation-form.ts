import moderation from '#features/moderation/contract.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const sentences = {
  load: 'Failed to load moderation settings',
  saved: 'Moderation settings saved successfully!',
  refused: 'Failed to save moderation settings',
  failed: 'Failed to save moderation settings: ',
}

/** The settings of moderation, as they are edited. */
export const useModerationForm = (guildId: string) =>
  useSettingsForm({ guildId, form: moderation.forms.moderation, sentences })

export type ModerationForm = ReturnType<typeof useModerationForm>
