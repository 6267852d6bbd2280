import { describeField } from '#contract'
import { limits, type Rank, rankFields } from '#features/invites/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { RowList } from '#web/ui/form/row-list.tsx'

const drawn = { invites: describeField(rankFields.invites), role: describeField(rankFields.roleId) }

/** A new rank requires more than the highest so far. */
const nextThreshold = (ranks: readonly Rank[]) => Math.max(0, ...ranks.map(({ invites }) => invites || 0)) + 5

/** The roles that members get for a number of invites. */
export function RanksEditor({ of, guild }: { of: Binding<Rank[]>; guild: GuildCore | undefined }) {
  const { name, value: ranks, onChange, error, disabled } = of
  return (
    <RowList
      {...{ name, onChange, error, disabled }}
      rows={ranks}
      create={() => ({ invites: nextThreshold(ranks), roleId: '' })}
      most={limits.ranks}
      add="Add a rank"
      removeLabel={(_, place) => `Remove rank ${place + 1}`}
      none="No role is given for invites yet."
      help="Ranks add up: a higher one does not replace a lower one."
    >
      {({ invites, roleId }, change) => (
        <>
          <NumberInput
            label={drawn.invites?.label ?? 'Invites'}
            {...{ min: 1, max: limits.rankInvites, disabled }}
            value={invites}
            onChange={next => change({ invites: next })}
          />
          <RolePicker
            label={drawn.role?.label ?? 'Role'}
            assignable
            disabled={disabled}
            roles={guild?.roles ?? []}
            guildId={guild?.id}
            value={roleId === '' ? null : roleId}
            onChange={next => change({ roleId: next ?? '' })}
          />
        </>
      )}
    </RowList>
  )
}
