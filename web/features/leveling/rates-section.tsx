import type { ReactNode } from 'react'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { ChannelPicker, RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { RowList } from '#web/ui/form/row-list.tsx'
import { Section, SubSection } from '#web/ui/form/section.tsx'
import { listError } from './leveling-text.ts'
import type { ProgressionForm } from './use-progression-form.ts'
import './progression.css'

const anywhere = [0, 2, 4, 5, 13, 15, 16]
const mostRates = 50
const usual = 200

/** How much XP is earned where and by whom. */
export function RatesSection({ form }: { form: ProgressionForm }) {
  const { guild } = form
  const channels = form.field('channelRates')
  const roles = form.field('roleRates')
  return (
    <Section title="Earning XP" purpose="1 to 20 XP for a message, at most one message in five seconds" collapsible>
      <FormField of={form.field('xpRate')} />
      <FormField of={form.field('noXpChannels')} guild={guild} />
      <FormField of={form.field('noXpRoles')} guild={guild} />
      <SubSection title="Other rates">
        <p className="field-help">
          Rates are multiplied: the server&rsquo;s, the channel&rsquo;s, the role&rsquo;s. A channel&rsquo;s own rate
          counts before its category&rsquo;s. Of several roles the highest rate counts.
        </p>
        <Rates
          of={channels}
          noun="channel"
          isWhole={({ channelId }) => channelId !== ''}
          empty={{ channelId: '', percent: usual }}
          renderPicker={(rate, change, disabled) => (
            <ChannelPicker
              label="Channel"
              mustWrite={false}
              channels={guild?.channels ?? []}
              channelTypes={anywhere}
              value={rate.channelId === '' ? null : rate.channelId}
              onChange={id => change({ channelId: id ?? '' })}
              disabled={disabled}
            />
          )}
        />
        <Rates
          of={roles}
          noun="role"
          isWhole={({ roleId }) => roleId !== ''}
          empty={{ roleId: '', percent: usual }}
          renderPicker={(rate, change, disabled) => (
            <RolePicker
              label="Role"
              roles={guild?.roles ?? []}
              guildId={guild?.id}
              value={rate.roleId === '' ? null : rate.roleId}
              onChange={id => change({ roleId: id ?? '' })}
              disabled={disabled}
            />
          )}
        />
      </SubSection>
    </Section>
  )
}

/** A list of things with a rate each. */
function Rates<R extends { percent: number }>({
  of,
  noun,
  empty,
  isWhole,
  renderPicker,
}: {
  of: { value: R[]; onChange(value: R[]): void; error: string | undefined; disabled: boolean; name: string }
  /** 'channel' */
  noun: string
  empty: R
  isWhole: (rate: R) => boolean
  renderPicker: (rate: R, change: (rate: Partial<R>) => void, disabled: boolean) => ReactNode
}) {
  return (
    <RowList<R>
      name={of.name}
      rows={of.value}
      onChange={of.onChange}
      create={() => empty}
      most={mostRates}
      add={`Add a ${noun}`}
      removeLabel={(_, place) => `Remove rate ${place + 1} of a ${noun}`}
      error={listError(of.error, of.value.every(isWhole), noun)}
      disabled={of.disabled}
    >
      {(rate, change) => (
        <>
          <NumberInput
            label="Rate"
            unit="%"
            min={0}
            max={1000}
            value={rate.percent}
            // A single key, whichever rate it is.
            onChange={percent => change({ percent } as Partial<R>)}
            disabled={of.disabled}
          />
          {renderPicker(rate, change, of.disabled)}
        </>
      )}
    </RowList>
  )
}
