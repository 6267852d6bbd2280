import type { SettingsStore } from '../settings/settings.ts'

/** How to switch a feature whose on/off state is not one key of its own settings. */
export interface Switch {
  on(services: { settings: SettingsStore }, guildId: string): boolean
  /**
   * Returns the settings that switching it changes.
   * @throws UserError when it cannot be switched on yet, with what to do first
   */
  patch(services: { settings: SettingsStore }, guildId: string, enabled: boolean): Readonly<Record<string, unknown>>
}
