import type { Form, Settings } from '#contract'
import greetings, { greetingOf, type GreetingKind, titles } from '#features/greetings/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import type { Sentences } from '#web/app/settings-form/outcome.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const offForms = { welcome: greetings.forms.welcomeOff, farewell: greetings.forms.farewellOff }

/** The specification's messages for a section. */
const wholeSentences = (kind: GreetingKind): Sentences => ({
  load: 'Failed to load settings',
  saved: `${titles[kind]} settings updated successfully`,
  refused: reason => reason ?? 'Unknown error',
  failed: '',
  unexplained: `Failed to update ${kind} settings`,
})

/** Its messages for the embed alone. */
const embedSentences = (kind: GreetingKind): Sentences => ({
  load: 'Failed to load settings',
  saved: `${titles[kind]} embed settings updated successfully`,
  refused: `Failed to update ${kind} embed settings`,
  failed: `Failed to update ${kind} embed settings: `,
})

/** The fields that the embed's form has and saves: everything except where and when it is sent. */
const embedFields = (kind: GreetingKind, names: readonly string[]): string[] =>
  names.filter(name => !['enabled', 'channel', 'content', 'type'].includes(name.slice(kind.length + 1)))

/** One section of the page as a form of its own, with the embed as a form within it. */
export function useGreetingForm(guildId: string, kind: GreetingKind) {
  const forms: Record<GreetingKind, Form> = greetings.forms
  const settings = useSettingsForm({
    guildId,
    form: forms[kind],
    // Only if it was just switched off and nothing else changed: the specification has a form of its own for that.
    instead: changed =>
      Object.keys(changed).length === 1 && changed[`${kind}_enabled`] === false ? offForms[kind] : undefined,
    sentences: wholeSentences(kind),
  })
  const own: Settings<typeof greetings> = { ...greetings.settings.parse({}), ...settings.values }
  const ofEmbed = embedFields(kind, Object.keys(forms[kind].settings.shape))
  return {
    ...settings,
    kind,
    /** The greeting as it would be sent. */
    greeting: greetingOf(own, kind),
    /** A field by its name within the section, with its label there. */
    part: (name: string, label?: string): Binding<unknown> => {
      const binding = settings.field(`${kind}_${name}`)
      return label === undefined ? binding : { ...binding, label }
    },
    /** The embed's form: whether it changed, and a function that saves it alone. */
    embed: {
      dirty: settings.dirtyIn(ofEmbed),
      save: () => settings.submitPart({ fields: ofEmbed, sentences: embedSentences(kind) }),
    },
  }
}

export type GreetingForm = ReturnType<typeof useGreetingForm>
