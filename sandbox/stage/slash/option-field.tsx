import type { APIApplicationCommandBasicOption, APIApplicationCommandOptionChoice } from 'discord-api-types/v10'
import { useEffect, useId, useState } from 'react'
import type { SelectChoice } from '#web/ui/discord/actions.ts'
import { component as kind } from '#web/ui/discord/kinds.ts'
import { Picker } from '#web/ui/discord/picker.tsx'
import { choicesOf } from '../chat/use-message-actions.ts'
import { useStage } from '../context.ts'
import { optionType } from './commands.ts'

interface OptionFieldProps {
  option: APIApplicationCommandBasicOption
  value: string
  problem: string | undefined
  autoFocus: boolean
  suggest(option: APIApplicationCommandBasicOption): Promise<APIApplicationCommandOptionChoice[]>
  onChange(value: string, file?: File): void
}

const SUGGEST_AFTER_MS = 250

export function OptionField(props: OptionFieldProps) {
  const { option, problem } = props
  const id = useId()
  return (
    <div className="slash-field" data-problem={problem !== undefined || undefined}>
      <label htmlFor={id}>
        {option.name}
        {!option.required && <small>optional</small>}
      </label>
      <Control {...props} id={id} />
      <p className="slash-help">{problem ?? option.description}</p>
    </div>
  )
}

const selects: Record<
  number,
  typeof kind.userSelect | typeof kind.roleSelect | typeof kind.mentionableSelect | typeof kind.channelSelect
> = {
  [optionType.user]: kind.userSelect,
  [optionType.role]: kind.roleSelect,
  [optionType.mentionable]: kind.mentionableSelect,
  [optionType.channel]: kind.channelSelect,
}

function Control({ option, value, autoFocus, suggest, onChange, id }: OptionFieldProps & { id: string }) {
  const { live, guild } = useStage()
  const select = selects[option.type]
  if (select !== undefined) {
    const types = 'channel_types' in option && option.channel_types ? { channel_types: option.channel_types } : {}
    const choices = choicesOf(
      { type: select, custom_id: option.name, ...types } as Parameters<typeof choicesOf>[0],
      live,
      guild,
    )
    return <Choose option={option} choices={choices} value={value} onChange={onChange} />
  }
  if ((option.type as number) === optionType.boolean) {
    const choices = [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
    return <Choose option={option} choices={choices} value={value} onChange={onChange} />
  }
  if ('choices' in option && option.choices && option.choices.length > 0) {
    const choices = option.choices.map(each => ({ value: String(each.value), label: each.name }))
    return <Choose option={option} choices={choices} value={value} onChange={onChange} />
  }
  if ((option.type as number) === optionType.attachment) {
    return (
      <input
        id={id}
        type="file"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onChange(file.name, file)
        }}
      />
    )
  }
  const isNumber = (option.type as number) === optionType.integer || (option.type as number) === optionType.number
  const completes = 'autocomplete' in option && option.autocomplete === true
  return (
    <>
      <input
        id={id}
        className="input"
        value={value}
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        required={option.required ?? false}
        list={completes ? `${id}-list` : undefined}
        ref={element => {
          if (autoFocus && document.activeElement?.closest('.slash') === null) element?.focus()
        }}
        onChange={event => onChange(event.target.value)}
      />
      {completes && <Completions id={`${id}-list`} option={option} value={value} suggest={suggest} />}
    </>
  )
}

function Choose({
  option,
  choices,
  value,
  onChange,
}: Pick<OptionFieldProps, 'option' | 'value' | 'onChange'> & { choices: SelectChoice[] }) {
  return (
    <Picker
      label={option.name}
      placeholder="Choose"
      choices={choices}
      value={value === '' ? [] : [value]}
      max={1}
      onChange={([first = '']) => onChange(first)}
    />
  )
}

/** What the app suggests for what was typed so far. */
function Completions({
  id,
  option,
  value,
  suggest,
}: Pick<OptionFieldProps, 'option' | 'value' | 'suggest'> & { id: string }) {
  const [choices, setChoices] = useState<readonly APIApplicationCommandOptionChoice[]>([])
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      suggest(option)
        .then(found => {
          if (!left) setChoices(found)
        })
        .catch(() => undefined)
    }, SUGGEST_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
    // Asked anew for each text, not for each drawing.
  }, [option, value])
  return (
    <datalist id={id}>
      {choices.map(choice => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.name}
        </option>
      ))}
    </datalist>
  )
}
