import { type ReactNode, useState } from 'react'
import {
  type Allowance,
  alreadyExtraOwner,
  alreadyWhitelisted,
  mostExtraOwners,
  mostWhitelisted,
} from '#features/antinuke/rights/contract.ts'
import { whileFull, type DisabledReason } from '#web/ui/disabled-reason.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import { AddPerson } from './add-person.tsx'
import { AllowanceFields } from './allowance-fields.tsx'
import { type ListedPerson, PersonRow } from './person-list.tsx'

/** Who is immune: extra owners, and whitelisted people with their limits. */
export function UsersTab({ form }: { form: AntinukeForm }) {
  // Keeps the names of added people until the server's answer includes them.
  const [added, setAdded] = useState<readonly ListedPerson[]>([])
  const known = [...added, ...(form.shows?.extraowner_users ?? []), ...(form.shows?.whitelist_users ?? [])]
  const personOf = (id: string): ListedPerson =>
    known.find(person => person.id === id) ?? { id, username: id, discriminator: '0', avatar: null }
  const note = (person: ListedPerson) => setAdded(before => [...before, person])
  return (
    <>
      <ExtraOwners form={form} personOf={personOf} onAdded={note} />
      <Whitelist form={form} personOf={personOf} onAdded={note} />
    </>
  )
}

interface List {
  form: AntinukeForm
  personOf: (id: string) => ListedPerson
  onAdded: (person: ListedPerson) => void
}

const ownersAlone = 'Only the server owner adds and removes extra owners.'

function ExtraOwners({ form, ...list }: List) {
  const field = form.field('extraOwners')
  return (
    <Section
      title="Extra Owners"
      purpose={
        form.access.canManageExtraOwners ? 'Manage settings and the whitelist, and are never stopped' : ownersAlone
      }
    >
      <People
        {...list}
        guildId={form.guildId}
        field={field}
        why={form.access.canManageExtraOwners ? field.disabled : form.readOnly || ownersAlone}
        label="Add an extra owner"
        taken={alreadyExtraOwner}
        most={mostExtraOwners}
        none="No extra owners."
        listName="the extra owners"
        many="extra owners"
        note="They are not notified: tell them yourself."
      />
    </Section>
  )
}

function Whitelist({ form, ...list }: List) {
  const field = form.field('whitelist')
  const allowances = form.field('allowances')
  const setAllowance = (allowance: Allowance) => {
    const others = allowances.value.filter(({ id }) => id !== allowance.id)
    const isUnlimited = allowance.perHour === null && allowance.expiresAt === null
    allowances.onChange(isUnlimited ? others : [...others, allowance])
  }
  return (
    <Section title="Whitelisted Users" purpose="Exempt from anti-nuke and auto-moderation; they can see this page.">
      <People
        {...list}
        guildId={form.guildId}
        field={{ ...field, error: field.error ?? allowances.error }}
        why={field.disabled}
        label="Whitelist a user or a bot"
        taken={alreadyWhitelisted}
        most={mostWhitelisted}
        none="Nobody is whitelisted."
        listName="the whitelist"
        many="entries"
        onRemoved={id => allowances.onChange(allowances.value.filter(allowance => allowance.id !== id))}
        renderLimits={person => (
          <AllowanceFields
            person={person}
            value={
              allowances.value.find(({ id }) => id === person.id) ?? { id: person.id, perHour: null, expiresAt: null }
            }
            disabled={allowances.disabled}
            onChange={setAllowance}
          />
        )}
      />
    </Section>
  )
}

interface PeopleProps extends Omit<List, 'form'> {
  guildId: string
  field: {
    value: readonly string[]
    onChange: (value: string[]) => void
    error?: string | undefined
  }
  /** Why the list cannot be changed. */
  why: DisabledReason
  label: string
  /** The message about somebody who is already listed. */
  taken: string
  most: number
  none: string
  /** As in 'Remove kestrel from the whitelist'. */
  listName: string
  /** The plural noun for its entries. */
  many: string
  note?: string
  onRemoved?: (id: string) => void
  /** Below somebody's name. */
  renderLimits?: (person: ListedPerson) => ReactNode
}

/** A list that people are added to, by name or id, and removed from. */
function People({ guildId, field, why, personOf, onAdded, renderLimits, onRemoved, ...words }: PeopleProps) {
  const { value, onChange, error } = field
  const { label, taken, most, none, listName, many, note } = words
  return (
    <>
      <AddPerson
        guildId={guildId}
        label={label}
        listed={value}
        taken={taken}
        why={why || whileFull(value.length, most, many)}
        onAdd={person => {
          onAdded(person)
          onChange([...value, person.id])
        }}
      />
      {value.length === 0 ? (
        <p className="field-help">{none}</p>
      ) : (
        <ul>
          {value.map(id => (
            <PersonRow
              key={id}
              person={personOf(id)}
              why={why}
              removeLabel={`Remove ${personOf(id).username} from ${listName}`}
              onRemove={() => {
                onChange(value.filter(other => other !== id))
                onRemoved?.(id)
              }}
            >
              {renderLimits?.(personOf(id))}
            </PersonRow>
          ))}
        </ul>
      )}
      <FieldNote
        id={`note-${label.toLowerCase().replaceAll(' ', '-')}`}
        help={[`${value.length} of ${most}.`, ...(note ? [note] : [])].join(' ')}
        error={error}
      />
    </>
  )
}
