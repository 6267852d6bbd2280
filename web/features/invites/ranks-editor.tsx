import { Plus, Trash2 } from 'lucide-react'
import { describeField } from '#contract'
import { limits, type Rank, rankFields } from '#features/invites/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import './invites.css'

const drawn = { invites: describeField(rankFields.invites), role: describeField(rankFields.roleId) }

/** A rank that is new asks for more than the last one. */
const nextThreshold = (ranks: readonly Rank[]) => Math.max(0, ...ranks.map(({ invites }) => invites)) + 5

/** The list of roles that members get for so many invites. */
export function RanksEditor({ of, guild }: { of: Binding<Rank[]>; guild: GuildCore | undefined }) {
  const { value: ranks, onChange, error, disabled } = of
  const change = (place: number, part: Partial<Rank>) =>
    onChange(ranks.map((rank, at) => (at === place ? { ...rank, ...part } : rank)))
  return (
    <>
      {ranks.length === 0 && <p className="field-help">No role is given for invites.</p>}
      <ul className="ranks">
        {ranks.map(({ invites, roleId }, place) => (
          <li key={place}>
            <NumberInput
              label={drawn.invites?.label ?? 'Invites'}
              {...{ min: 1, max: limits.rankInvites, disabled }}
              value={invites}
              onChange={next => change(place, { invites: next })}
            />
            <RolePicker
              label={drawn.role?.label ?? 'Role'}
              assignable
              disabled={disabled}
              roles={guild?.roles ?? []}
              guildId={guild?.id}
              value={roleId === '' ? null : roleId}
              onChange={next => change(place, { roleId: next ?? '' })}
            />
            <IconButton
              label={`Remove rank ${place + 1}`}
              icon={<Trash2 aria-hidden />}
              disabled={disabled}
              onClick={() => onChange(ranks.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ul>
      <FieldNote id="ranks-note" error={error} help="Ranks add up: a higher one does not replace a lower one." />
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={disabled || ranks.length >= limits.ranks}
          onClick={() => onChange([...ranks, { invites: nextThreshold(ranks), roleId: '' }])}
        >
          Add rank
        </Button>
      </div>
    </>
  )
}
