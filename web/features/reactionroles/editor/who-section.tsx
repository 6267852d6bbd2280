import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { Select } from '#web/ui/form/combobox.tsx'
import { RolesPicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { EditorCard } from './editor-card.tsx'
import type { MenuEditing } from './use-menu-editor.ts'

const day = 1440
const spans = [
  { value: 'kept', label: 'Until given back', minutes: null },
  { value: '60', label: '1 hour', minutes: 60 },
  { value: String(day), label: '1 day', minutes: day },
  { value: String(7 * day), label: '1 week', minutes: 7 * day },
  { value: String(30 * day), label: '30 days', minutes: 30 * day },
  { value: 'other', label: 'Another time', minutes: undefined },
] as const
type Span = (typeof spans)[number]['value']

const spanOf = (minutes: number | null): Span => spans.find(one => one.minutes === minutes)?.value ?? 'other'

/** Who may choose, and for how long. */
export function WhoSection({
  guildId,
  guild,
  editing,
  disabled,
}: {
  guildId: string
  guild: GuildCore | undefined
  editing: MenuEditing
  disabled: boolean
}) {
  const { design, change, problems } = editing
  const bound = boundFields(editing, disabled)
  const roles = guild?.roles ?? []
  const [isOther, setOther] = useState(false)
  const span = isOther ? 'other' : spanOf(design.lasts)
  return (
    <EditorCard title="Who may choose" purpose="Leave empty for everybody.">
      <div className="who-fields">
        <RolesPicker
          {...bound('required_roles')}
          label="Needs one of"
          optional
          placeholder="No role"
          roles={roles}
          guildId={guildId}
        />
        <RolesPicker
          {...bound('forbidden_roles')}
          label="Not with"
          optional
          placeholder="No role"
          roles={roles}
          guildId={guildId}
        />
        <Select
          label="Role lasts"
          name={span === 'other' ? undefined : 'lasts'}
          options={spans}
          value={span}
          onChange={next => {
            setOther(next === 'other')
            const minutes = spans.find(one => one.value === next)?.minutes
            change({ lasts: minutes === undefined ? (design.lasts ?? day) : minutes })
          }}
          error={problems['lasts']}
          disabled={disabled}
        />
      </div>
      {span === 'other' && (
        <NumberInput
          label="Taken back after"
          name="lasts"
          min={1}
          max={525_600}
          unit="minutes"
          value={design.lasts ?? Number.NaN}
          onChange={lasts => change({ lasts })}
          error={problems['lasts']}
          disabled={disabled}
        />
      )}
    </EditorCard>
  )
}
