import { form } from '#features/automod/contract.ts'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

export const useAutomodForm = (guildId: string) =>
  useSettingsForm({ guildId, form, sentences: sentencesFor('auto-moderation settings') })

export type AutomodForm = ReturnType<typeof useAutomodForm>
