import general from '#features/general/contract.ts'
import type { Switch } from '#kernel/feature.ts'

/** Invite tracking is switched with the basic settings of the server, and from everywhere else through the same setting. */
export const trackingSwitch: Switch = {
  on: ({ settings }, guildId) => settings.read(guildId, general).inviteTracking,
  set({ settings }, guildId, enabled, author) {
    settings.write(guildId, general, { inviteTracking: enabled }, author)
  },
}
