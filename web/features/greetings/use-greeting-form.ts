import greetings, { type Greeting, greetingOf, type Kind, titles } from '#features/greetings/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { type Edited, editedOf, fieldsOf, type Own, postedOf } from './posted.ts'

/** Fixed per section: the form hook compares them by identity. */
const fixed = {
  welcome: {
    form: greetings.forms.welcome,
    off: greetings.forms.welcomeOff,
    fields: fieldsOf('welcome'),
    read: (view: Partial<Record<Kind, Greeting>>) => (view.welcome ? editedOf('welcome', view.welcome) : {}),
  },
  farewell: {
    form: greetings.forms.farewell,
    off: greetings.forms.farewellOff,
    fields: fieldsOf('farewell'),
    read: (view: Partial<Record<Kind, Greeting>>) => (view.farewell ? editedOf('farewell', view.farewell) : {}),
  },
}

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
  const { form, off, fields, read } = fixed[kind]
  const settings = useSettingsForm({
    guildId,
    form,
    fields,
    read,
    write: (values: Edited, guild) => postedOf(kind, values, guild?.channels),
    instead: values => (values[`${kind}_enabled`] === true ? undefined : off),
    sentences: sentences(kind, part),
  })
  const own: Own = { ...greetings.settings.parse({}), ...settings.values }
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
