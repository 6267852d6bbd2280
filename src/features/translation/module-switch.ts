import general from '#features/general/contract.ts'
import type { Switch } from '#kernel/feature.ts'

/** Flag translation is switched with the basic settings of the server, and from everywhere else through the same setting. */
export const flagTranslationSwitch: Switch = {
  on: ({ settings }, guildId) => settings.read(guildId, general).flagTranslation,
  set({ settings }, guildId, enabled, author) {
    settings.write(guildId, general, { flagTranslation: enabled }, author)
  },
}
