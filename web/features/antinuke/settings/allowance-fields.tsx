import type { Allowance } from '#features/antinuke/rights/contract.ts'
import { momentText } from '#web/app/dates.ts'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Details } from '#web/ui/details.tsx'
import type { ListedPerson } from './person-list.tsx'

const dayMs = 24 * 60 * 60_000
const periods = [
  { value: 'keep', label: 'Leave as it is', days: undefined },
  { value: 'none', label: 'For good', days: null },
  { value: 'day', label: 'For a day', days: 1 },
  { value: 'week', label: 'For a week', days: 7 },
  { value: 'month', label: 'For 30 days', days: 30 },
] as const

const usualPerHour = 20

/** How much a whitelisted person may do, and until when; collapsed, because most have no limit. */
export function AllowanceFields({
  person,
  value,
  disabled,
  onChange,
}: {
  person: ListedPerson
  value: Allowance
  disabled: boolean
  onChange: (allowance: Allowance) => void
}) {
  const { perHour, expiresAt } = value
  const said = [
    perHour === null ? 'any number of actions' : `${perHour} actions an hour`,
    expiresAt === null ? 'for good' : `until ${momentText(expiresAt)}`,
  ].join(', ')
  return (
    <Details className="ledger-limit" summary={said}>
      <div className="person-allowance">
        <Select
          label={`How much ${person.username} may do`}
          value={perHour === null ? 'all' : 'some'}
          disabled={disabled}
          onChange={choice => onChange({ ...value, perHour: choice === 'all' ? null : usualPerHour })}
          options={[
            { value: 'all', label: 'Any number of actions' },
            { value: 'some', label: 'A number in an hour' },
          ]}
        />
        {perHour !== null && (
          <NumberInput
            label={`Actions of ${person.username} in an hour`}
            value={perHour}
            min={1}
            max={1000}
            disabled={disabled}
            onChange={number => onChange({ ...value, perHour: number })}
          />
        )}
        <Select
          label={`How long ${person.username} stays listed`}
          value={expiresAt === null ? 'none' : 'keep'}
          disabled={disabled}
          onChange={choice => {
            const days = periods.find(period => period.value === choice)?.days
            if (days !== undefined) onChange({ ...value, expiresAt: days === null ? null : Date.now() + days * dayMs })
          }}
          options={periods.filter(period => expiresAt !== null || period.value !== 'keep')}
        />
      </div>
    </Details>
  )
}
