import type { Form, Settings } from '#contract'
import greetings, { greetingOf, type Kind, titles } from '#features/greetings/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const offForms = { welcome: greetings.forms.welcomeOff, farewell: greetings.forms.farewellOff }

/** What the specification says of each section, and of its embed alone. */
const sentences = (kind: Kind, part: 'whole' | 'embed') =>
  part === 'whole'
    ? {
        load: 'Failed to load settings',
        saved: `${titles[kind]} settings updated successfully`,
        refused: (reason: string | undefined) => reason ?? 'Unknown error',
        failed: '',
        unexplained: `Failed to update ${kind} settings`,
      }
    : {
        load: 'Failed to load settings',
        saved: `${titles[kind]} embed settings updated successfully`,
        refused: `Failed to update ${kind} embed settings`,
        failed: `Failed to update ${kind} embed settings: `,
      }

/**
 * One section of the page as a form of its own.
 * @param part which of its sentences tell how saving went: those of the embed where that alone is edited
 */
export function useGreetingForm(guildId: string, kind: Kind, part: 'whole' | 'embed') {
  const forms: Record<Kind, Form> = greetings.forms
  const settings = useSettingsForm({
    guildId,
    form: forms[kind],
    // Switched off and nothing else: the specification has a form of its own for that.
    instead: changed =>
      Object.keys(changed).length === 1 && changed[`${kind}_enabled`] === false ? offForms[kind] : undefined,
    sentences: sentences(kind, part),
  })
  const own: Settings<typeof greetings> = { ...greetings.settings.parse({}), ...settings.values }
  return {
    ...settings,
    kind,
    /** As it would be sent. */
    greeting: greetingOf(own, kind),
    /** A field by its name within the section, labelled as it is called there. */
    part: (name: string, label?: string): Binding<unknown> => {
      const binding = settings.field(`${kind}_${name}`)
      return label === undefined ? binding : { ...binding, label }
    },
  }
}

export type GreetingForm = ReturnType<typeof useGreetingForm>
