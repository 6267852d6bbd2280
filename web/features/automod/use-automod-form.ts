import { form } from '#features/automod/contract.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const sentences = {
  load: 'Failed to load auto-moderation settings',
  saved: 'Auto-moderation settings saved successfully!',
  refused: 'Failed to save auto-moderation settings',
  failed: 'Failed to save auto-moderation settings: ',
}

export const useAutomodForm = (guildId: string) => useSettingsForm({ guildId, form, sentences })

export type AutomodForm = ReturnType<typeof useAutomodForm>
