import { gone } from '#kit/deleted/template.ts'
import { X } from 'lucide-react'
import type { GuildCore } from '#kernel/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { RoleDot } from '#web/ui/role-dot.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import './additional-roles.css'

interface Listed {
  id: string
  name: string
}

/** Roles that see every ticket: those in the list, and one more to choose from the others. */
export function AdditionalRoles({ of, guild }: { of: Binding<Listed[]>; guild: GuildCore | undefined }) {
  const { value, onChange, disabled, name, error } = of
  const roles = guild?.roles ?? []
  const offered = roles.filter(role => !value.some(({ id }) => id === role.id))
  return (
    <div className="additional-roles">
      <RolePicker
        label="Additional roles"
        placeholder="Add a role"
        help="They see every ticket and write in none."
        roles={offered}
        guildId={guild?.id}
        value={null}
        disabled={disabled || value.length >= 50}
        onChange={id => {
          const role = roles.find(one => one.id === id)
          if (role) onChange([...value, { id: role.id, name: role.name }])
        }}
      />
      {value.length === 0 ? (
        <p className="field-help">No additional roles</p>
      ) : (
        <ul>
          {value.map(({ id, name: known }) => {
            const role = roles.find(one => one.id === id)
            const shown = role?.name ?? (known === '' ? gone.role : `${known} (deleted)`)
            return (
              <li key={id}>
                <RoleDot colour={role?.colour ?? '#000000'} />
                <span className="additional-role">{shown}</span>
                <IconButton
                  size="sm"
                  label={`Remove ${shown}`}
                  icon={<X aria-hidden />}
                  why={disabled}
                  onClick={() => onChange(value.filter(one => one.id !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <FieldNote id={`${name}-note`} help={undefined} error={error} />
    </div>
  )
}
