import moderation from '#features/moderation/contract.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

/** The form of the moderation settings. */
export const useModerationForm = (guildId: string) =>
  useSettingsForm({ guildId, form: moderation.forms.moderation, sentences: sentencesFor('moderation settings') })

export type ModerationForm = ReturnType<typeof useModerationForm>
