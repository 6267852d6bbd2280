import leveling from '#features/leveling/contract.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const sentences = {
  load: 'Failed to load settings',
  saved: 'Settings saved successfully!',
  refused: 'Failed to save settings',
  failed: 'Error saving settings: ',
} as const

/** The form of a server's level settings. */
export const useProgressionForm = (guildId: string) =>
  useSettingsForm({ guildId, form: leveling.forms.stats, sentences })

export type ProgressionForm = ReturnType<typeof useProgressionForm>
