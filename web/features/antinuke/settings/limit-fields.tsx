import type { Limit, modules } from '#features/antinuke/modules/contract.ts'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Details } from '#web/ui/details.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'

const said = ({ minute, hour }: Limit) =>
  minute === 1 && hour === 1
    ? 'Zero tolerance: stopped at the first'
    : `Stopped at ${minute} in a minute or ${hour} in an hour`

/** The limits at which a module acts, and how much each action counts; collapsed, because few people change them. */
export function LimitFields({
  form,
  module: { key: module, label, counts },
}: {
  form: AntinukeForm
  module: (typeof modules)[number]
}) {
  const limits = form.field('limits')
  const own = limits.value[module]
  const change = (part: Partial<Limit>) => limits.onChange({ ...limits.value, [module]: { ...own, ...part } })
  return (
    <Details className="ledger-limit" summary={said(own)}>
      <ul className="ledger-counts">
        {counts.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="ledger-limit-fields">
        <NumberInput
          label={`${label}: in a minute`}
          name={`${module}-minute`}
          value={own.minute}
          min={1}
          max={100}
          disabled={limits.disabled}
          onChange={minute => change({ minute })}
        />
        <NumberInput
          label={`${label}: in an hour`}
          name={`${module}-hour`}
          value={own.hour}
          min={1}
          max={1000}
          disabled={limits.disabled}
          onChange={hour => change({ hour })}
        />
      </div>
    </Details>
  )
}
