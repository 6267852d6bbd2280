import { Plus, Split, X } from 'lucide-react'
import { type Condition, condition as conditionSchema, most } from '#features/automations/design/contract.ts'
import {
  asksKnown,
  conditionKind,
  conditions as kinds,
  type Subject,
  units,
} from '#features/automations/design/kinds/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { ChannelsPicker, RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { FlowStep } from './flow-step.tsx'
import { freeKey } from './free-key.ts'
import type { EditorPart } from './use-editor.ts'
import { WordsField } from './words-field.tsx'

/** The conditions. */
export function IfStep(props: EditorPart) {
  const { editing, disabled } = props
  const { design, change, problems } = editing
  const { conditions, matches, trigger } = design
  const first = kinds.find(one => asksKnown(trigger.kind, one))
  const title =
    conditions.length === 0 ? 'Always' : matches === 'all' ? 'All of these are true' : 'Any of these is true'
  return (
    <FlowStep
      tag="If"
      icon={<Split aria-hidden />}
      title={title}
      controls={
        conditions.length > 1 && (
          <Segmented
            label="How many must be true"
            name="matches"
            value={matches}
            onChange={next => {
              if (!disabled) change({ matches: next })
            }}
            options={[
              { value: 'all', label: 'All', disabled },
              { value: 'any', label: 'Any', disabled },
            ]}
          />
        )
      }
    >
      {conditions.length === 0 && <p className="field-help">Without conditions, it starts every time.</p>}
      <ol className="condition-rows">
        {conditions.map((one, at) => (
          <ConditionRow key={one.id} {...props} one={one} at={at} />
        ))}
      </ol>
      <FieldNote id="conditions-note" error={problems['conditions']} />
      <div className="flow-add">
        <Button
          name="conditions"
          variant="ghost"
          size="sm"
          icon={<Plus aria-hidden />}
          why={
            disabled ||
            whileFull(conditions.length, most.conditions, 'conditions') ||
            (!first && 'No condition fits what starts it.')
          }
          onClick={() => {
            if (first)
              change({
                conditions: [...conditions, conditionSchema.parse({ id: freeKey('c', conditions), kind: first.value })],
              })
          }}
        >
          Add condition
        </Button>
        {conditions.length >= most.conditions && <span className="muted">Ten conditions are the limit.</span>}
      </div>
    </FlowStep>
  )
}

function ConditionRow({ guildId, guild, editing, disabled, one, at }: EditorPart & { one: Condition; at: number }) {
  const { design, change, problems, stored } = editing
  const known = conditionKind(one.kind)
  const { conditions, trigger } = design
  const put = (patch: Partial<Condition>) =>
    change({ conditions: conditions.map(other => (other.id === one.id ? { ...other, ...patch } : other)) })
  const fitting = kinds.filter(kind => asksKnown(trigger.kind, kind))
  const subjects = [...new Set<Subject>([...fitting.map(({ subject }) => subject), known.subject])]
  const offered = kinds.filter(kind => kind.subject === known.subject)
  const number = at + 1
  const errors = ['kind', 'words', 'role_id', 'channels', 'count'].flatMap(
    key => problems[`conditions.${at}.${key}`] ?? [],
  )
  const nested = Object.entries(problems).filter(([key]) => key.startsWith(`conditions.${at}.words.`))
  const stale = stored?.problems.filter(({ field }) => field.startsWith(`conditions.${at}.`)) ?? []
  const told = [...errors, ...nested.flatMap(([, text]) => text ?? [])]
  const shown = told.length > 0 ? told : stale.map(({ sentence }) => sentence)
  return (
    <li className="condition-row" aria-label={`Condition ${number}`}>
      <div className="condition-fields">
        <div className="bare condition-subject">
          <Select
            label={`Subject of condition ${number}`}
            options={subjects.map(value => ({ value, label: value }))}
            value={known.subject}
            onChange={subject => {
              const next = fitting.find(kind => kind.subject === subject)
              if (next) put({ kind: next.value })
            }}
            disabled={disabled}
          />
        </div>
        <div className="bare condition-kind">
          <Select
            label={`Condition ${number}`}
            name={`conditions.${at}.kind`}
            options={offered.map(({ value, label }) => ({ value, label }))}
            value={one.kind}
            onChange={kind => put({ kind })}
            disabled={disabled}
          />
        </div>
        <div className="bare condition-operand">
          <Operand {...{ guildId, guild, one, put, disabled, number }} path={`conditions.${at}`} />
        </div>
        <IconButton
          size="sm"
          label={`Remove condition ${number}`}
          icon={<X aria-hidden />}
          why={disabled}
          onClick={() => change({ conditions: conditions.filter(other => other.id !== one.id) })}
        />
      </div>
      {shown.length > 0 && <FieldNote id={`condition-${one.id}`} error={shown.join(' ')} />}
    </li>
  )
}

function Operand({
  guildId,
  guild,
  one,
  put,
  disabled,
  number,
  path,
}: {
  guildId: string
  guild: GuildCore | undefined
  one: Condition
  put: (patch: Partial<Condition>) => void
  disabled: boolean
  number: number
  path: string
}) {
  const { operand, unit } = conditionKind(one.kind)
  if (operand === 'words')
    return (
      <WordsField
        label={`Words of condition ${number}`}
        name={`${path}.words`}
        placeholder="Words, Enter after each"
        most={most.words}
        value={one.words}
        onChange={words => put({ words })}
        disabled={disabled}
      />
    )
  if (operand === 'role')
    return (
      <RolePicker
        label={`Role of condition ${number}`}
        name={`${path}.role_id`}
        roles={guild?.roles ?? []}
        guildId={guildId}
        value={one.role_id}
        onChange={role_id => put({ role_id })}
        disabled={disabled}
      />
    )
  if (operand === 'channels')
    return (
      <ChannelsPicker
        label={`Channels of condition ${number}`}
        name={`${path}.channels`}
        channels={guild?.channels ?? []}
        channelTypes={[0, 2, 5, 10, 11, 12, 13, 15, 16]}
        value={one.channels}
        onChange={channels => put({ channels })}
        disabled={disabled}
      />
    )
  if (operand === 'none') return undefined
  return (
    <div className="condition-number">
      <NumberInput
        label={`Number of condition ${number}`}
        name={`${path}.count`}
        value={one.count}
        onChange={count => put({ count })}
        unit={unit}
        disabled={disabled}
      />
      {operand === 'age' && (
        <Select
          label={`Unit of condition ${number}`}
          options={units.map(({ value, label }) => ({
            value,
            label: one.kind.startsWith('joined') ? `${label} ago` : label,
          }))}
          value={one.unit}
          onChange={next => put({ unit: next })}
          disabled={disabled}
        />
      )}
    </div>
  )
}
