import type { SettingsForm } from './use-settings-form.ts'

/** What a form, or an editor, shows of its conflict and does about it. */
export type ConflictForm = Pick<SettingsForm, 'guild' | 'conflictAgain' | 'drawingOf' | 'putOff'> & {
  /** Saves with what was chosen for each field in conflict, by its posted key. */
  settle(chosen: Readonly<Record<string, unknown>>): Promise<unknown>
}
