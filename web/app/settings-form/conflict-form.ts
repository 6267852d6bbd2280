import type { SettingsForm } from './use-settings-form.ts'

/** What a conflict dialog needs from a form or an editor. */
export type ConflictForm = Pick<SettingsForm, 'guild' | 'conflictAgain' | 'schemaOf' | 'closeConflict'> & {
  /** Saves with the value chosen for each field in conflict, by its posted key. */
  settle(chosen: Readonly<Record<string, unknown>>): Promise<unknown>
}
