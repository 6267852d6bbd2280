import type { GuildCore } from '#kernel/contract.ts'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { RowList } from '#web/ui/form/row-list.tsx'
import { useState } from 'react'

type ByRole = Record<string, number>
interface Row {
  roleId: string
  limit: number
}

const mostRoles = 50

const rowsOf = (limits: ByRole): Row[] => Object.entries(limits).map(([roleId, limit]) => ({ roleId, limit }))
const limitsOf = (rows: readonly Row[]): ByRole =>
  Object.fromEntries(rows.filter(({ roleId }) => roleId !== '').map(({ roleId, limit }) => [roleId, limit]))

/** How many tickets members with a role may have open. A row without a role is not part of the setting yet. */
export function RoleLimits({ of, guild }: { of: Binding<ByRole>; guild: GuildCore | undefined }) {
  const [unfinished, setUnfinished] = useState<Row[]>([])
  const rows = [...rowsOf(of.value), ...unfinished]
  const taken = new Set(rows.map(({ roleId }) => roleId))
  const change = (next: readonly Row[]) => {
    setUnfinished(next.filter(({ roleId }) => roleId === ''))
    of.onChange(limitsOf(next))
  }
  return (
    <RowList<Row>
      name={of.name}
      rows={rows}
      onChange={change}
      create={() => ({ roleId: '', limit: 3 })}
      most={mostRoles}
      add="Add a role’s limit"
      removeLabel={({ roleId }) => {
        const role = guild?.roles.find(({ id }) => id === roleId)
        return `Remove the limit of ${role?.name ?? 'this role'}`
      }}
      none={guild?.roles.length === 0 ? 'No roles found' : 'No role has a limit of its own.'}
      error={of.error}
      disabled={of.disabled}
    >
      {(row, update) => (
        <>
          <NumberInput
            label="Tickets"
            min={1}
            max={20}
            value={row.limit}
            onChange={limit => update({ limit })}
            disabled={of.disabled}
          />
          <RolePicker
            label="Role"
            roles={(guild?.roles ?? []).filter(({ id }) => id === row.roleId || !taken.has(id))}
            guildId={guild?.id}
            value={row.roleId === '' ? null : row.roleId}
            onChange={roleId => update({ roleId: roleId ?? '' })}
            disabled={of.disabled}
          />
        </>
      )}
    </RowList>
  )
}
