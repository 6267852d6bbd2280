import type { UserAccess } from '#features/antinuke/rights/contract.ts'
import antinuke from '#features/antinuke/contract.ts'
import { awaitingSecondPerson } from '#features/antinuke/tamper/contract.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

export type AntinukeForm = ReturnType<typeof useAntinukeForm>

/** Access until the response has arrived, and if it is refused. */
const noAccess: UserAccess = {
  level: 'none',
  message: '',
  canManage: false,
  canManageExtraOwners: false,
  canManageWhitelist: false,
  canOnlyView: false,
  canEditSettings: false,
  canManageModules: false,
  canManageBypassRole: false,
}

/** The form of the five tabs, with what the viewer may do. */
export function useAntinukeForm(guildId: string) {
  const form = useSettingsForm({
    guildId,
    form: antinuke.forms.antinuke,
    sentences: {
      load: 'Error loading antinuke settings',
      saved: 'AntiNuke settings saved successfully!',
      refused: reason => reason ?? 'Failed to save antinuke settings',
      failed: '',
      unexplained: 'Failed to save antinuke settings',
      deferred: [awaitingSecondPerson],
    },
  })
  const load = form.problem === undefined ? form.sentences.load : `${form.sentences.load}: ${form.problem}`
  const { extraOwners, whitelist } = form.values
  return {
    ...form,
    sentences: { ...form.sentences, load },
    access: form.beside?.userAccess ?? noAccess,
    listed: extraOwners.length + whitelist.length,
  }
}
