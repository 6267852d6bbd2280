import type { Question } from '#features/tickets/opening/contract.ts'
import { ComboboxMany } from '#web/ui/form/combobox.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { FindAnyMember } from '../live/find-member.tsx'

/** What was written or chosen, by the position of the question. */
export type Given = Readonly<Record<number, readonly string[]>>

type Named = readonly { id: string; name: string }[]

interface Choices {
  guildId: string
  roles: Named
  channels: Named
}

const listed = (all: Named, sign: string) => all.map(({ id, name }) => ({ value: id, label: `${sign}${name}` }))

function One({
  question,
  value,
  onChange,
  guildId,
  roles,
  channels,
}: Choices & { question: Question; value: readonly string[]; onChange: (value: readonly string[]) => void }) {
  const { kind, label, options } = question
  const help = question.description === '' ? undefined : question.description
  const [first = ''] = value
  const many = (choices: { value: string; label: string }[], search: string) => (
    <ComboboxMany label={label} help={help} groups={[{ choices }]} search={search} value={value} onChange={onChange} />
  )
  switch (kind) {
    case 'short':
      return <TextInput label={label} help={help} value={first} onChange={text => onChange([text])} />
    case 'paragraph':
      return <TextArea label={label} help={help} value={first} onChange={text => onChange([text])} />
    case 'checkbox':
      return (
        <Checkbox label={label} help={help} value={first === 'true'} onChange={is => onChange(is ? ['true'] : [])} />
      )
    case 'user':
      return (
        <FindAnyMember
          guildId={guildId}
          label={label}
          search={`${label}: find a member`}
          value={first === '' ? null : first}
          onChange={id => onChange(id === null ? [] : [id])}
        />
      )
    case 'role':
      return many(listed(roles, '@'), 'Search roles')
    case 'channel':
      return many(listed(channels, '#'), 'Search channels')
    case 'file':
      return <p className="field-help">{label}: files are sent in the ticket itself.</p>
    default:
      return many(
        options.map((option, place) => ({ value: String(place), label: option.label })),
        'Search options',
      )
  }
}

/** The panel's questions. Somebody who opens a ticket for a member knows some of the answers. */
export function AskedFields({
  questions,
  given,
  onChange,
  ...choices
}: Choices & { questions: readonly Question[]; given: Given; onChange: (given: Given) => void }) {
  return (
    <>
      <p className="field-help">What the panel asks. Leave out what you do not know.</p>
      {questions.map((question, place) => (
        <One
          // The index is a valid key: these are one panel's questions, as loaded.
          key={place}
          {...choices}
          question={question}
          value={given[place] ?? []}
          onChange={value => onChange({ ...given, [place]: value })}
        />
      ))}
    </>
  )
}
