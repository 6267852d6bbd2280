import { useState } from 'react'
import {
  type Allowance,
  alreadyExtraOwner,
  alreadyWhitelisted,
  mostExtraOwners,
  mostWhitelisted,
} from '#features/antinuke/rights/contract.ts'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import { AddPerson } from './add-person.tsx'
import { AllowanceFields } from './allowance-fields.tsx'
import { type Person, PersonRow } from './person-list.tsx'

/** Who is immune: extra owners, and whitelisted people with their limits. */
export function UsersTab({ form }: { form: AntinukeForm }) {
  // Whoever was added is shown by name before the server has told it.
  const [added, setAdded] = useState<readonly Person[]>([])
  const known = [...added, ...(form.shows?.extraowner_users ?? []), ...(form.shows?.whitelist_users ?? [])]
  const personOf = (id: string): Person =>
    known.find(person => person.id === id) ?? { id, username: id, discriminator: '0', avatar: null }
  const note = (person: Person) => setAdded(before => [...before, person])
  return (
    <>
      <ExtraOwners form={form} personOf={personOf} onAdded={note} />
      <Whitelist form={form} personOf={personOf} onAdded={note} />
    </>
  )
}

interface List {
  form: AntinukeForm
  personOf: (id: string) => Person
  onAdded: (person: Person) => void
}

function ExtraOwners({ form, personOf, onAdded }: List) {
  const { value, onChange, disabled, error } = form.field('extraOwners')
  return (
    <Section
      title="Extra Owners"
      purpose={
        form.access.canManageExtraOwners
          ? 'Manage settings and the whitelist, and are never stopped'
          : 'Only the guild owner adds and removes extra owners'
      }
    >
      <AddPerson
        guildId={form.guildId}
        label="Add an extra owner"
        listed={value}
        taken={alreadyExtraOwner}
        disabled={disabled || value.length >= mostExtraOwners}
        onAdd={person => {
          onAdded(person)
          onChange([...value, person.id])
        }}
      />
      {value.length === 0 ? (
        <p className="field-help">No extra owners.</p>
      ) : (
        <ul>
          {value.map(id => (
            <PersonRow
              key={id}
              person={personOf(id)}
              disabled={disabled}
              removeLabel={`Remove ${personOf(id).username} from the extra owners`}
              onRemove={() => onChange(value.filter(other => other !== id))}
            />
          ))}
        </ul>
      )}
      <FieldNote
        id="extra-owners-note"
        help={`${value.length} of ${mostExtraOwners}. They are told of nothing: tell them yourself.`}
        error={error}
      />
    </Section>
  )
}

function Whitelist({ form, personOf, onAdded }: List) {
  const { value, onChange, disabled, error } = form.field('whitelist')
  const allowances = form.field('allowances')
  const setAllowance = (allowance: Allowance) => {
    const others = allowances.value.filter(({ id }) => id !== allowance.id)
    const isUnlimited = allowance.perHour === null && allowance.expiresAt === null
    allowances.onChange(isUnlimited ? others : [...others, allowance])
  }
  return (
    <Section title="Whitelisted Users" purpose="Anti-nuke and auto-moderation pass them over; they see this page">
      <AddPerson
        guildId={form.guildId}
        label="Whitelist a user or a bot"
        listed={value}
        taken={alreadyWhitelisted}
        disabled={disabled || value.length >= mostWhitelisted}
        onAdd={person => {
          onAdded(person)
          onChange([...value, person.id])
        }}
      />
      {value.length === 0 ? (
        <p className="field-help">Nobody is whitelisted.</p>
      ) : (
        <ul>
          {value.map(id => (
            <PersonRow
              key={id}
              person={personOf(id)}
              disabled={disabled}
              removeLabel={`Remove ${personOf(id).username} from the whitelist`}
              onRemove={() => {
                onChange(value.filter(other => other !== id))
                allowances.onChange(allowances.value.filter(allowance => allowance.id !== id))
              }}
            >
              <AllowanceFields
                person={personOf(id)}
                value={
                  allowances.value.find(allowance => allowance.id === id) ?? { id, perHour: null, expiresAt: null }
                }
                disabled={allowances.disabled}
                onChange={setAllowance}
              />
            </PersonRow>
          ))}
        </ul>
      )}
      <FieldNote
        id="whitelist-note"
        help={`${value.length} of ${mostWhitelisted}.`}
        error={error ?? allowances.error}
      />
    </Section>
  )
}
