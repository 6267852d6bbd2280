import type { APIApplicationCommandBasicOption, APIApplicationCommandOptionChoice } from 'discord-api-types/v10'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { SelectChoice } from '#web/ui/discord/actions.ts'
import { component as kind } from '#web/ui/discord/enums.ts'
import { Picker } from '#web/ui/discord/picker.tsx'
import { choicesOf, type OfferingSelect } from '../chat/select-choices.ts'
import { useStage } from '../context.ts'
import { optionType } from './commands.ts'
import { focusOnce } from './focus.ts'

interface OptionFieldProps {
  option: APIApplicationCommandBasicOption
  value: string
  problem: string | undefined
  /** Takes the focus when the form opens. */
  first: boolean
  suggest(text: string): Promise<APIApplicationCommandOptionChoice[]>
  onEscape(): void
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

const offers: Partial<Record<number, OfferingSelect['type']>> = {
  [optionType.user]: kind.userSelect,
  [optionType.role]: kind.roleSelect,
  [optionType.mentionable]: kind.mentionableSelect,
  [optionType.channel]: kind.channelSelect,
}

/** The choices that a list offers for this option; undefined when the value is typed. */
function useChoices(option: APIApplicationCommandBasicOption): SelectChoice[] | undefined {
  const { live, guild } = useStage()
  const type = offers[option.type]
  if (type !== undefined) {
    const channelTypes = 'channel_types' in option ? option.channel_types : undefined
    return choicesOf({ type, ...(channelTypes && { channel_types: channelTypes }) }, live, guild)
  }
  if (option.type === optionType.boolean) {
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
  }
  if (!('choices' in option) || !option.choices || option.choices.length === 0) return undefined
  return option.choices.map(each => ({ value: String(each.value), label: each.name }))
}

function Control(props: OptionFieldProps & { id: string }) {
  const { option, value, onChange, id, first } = props
  const choices = useChoices(option)
  if (choices) {
    return (
      <Picker
        id={id}
        label={option.name}
        placeholder="Choose"
        choices={choices}
        value={value === '' ? [] : [value]}
        max={1}
        buttonRef={first ? focusOnce : undefined}
        onChange={([chosen = '']) => onChange(chosen)}
      />
    )
  }
  if (option.type === optionType.attachment) {
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
  return <Typed {...props} />
}

/** A text or number option, with suggestions from the app if it offers any. */
function Typed({ option, value, first, suggest, onEscape, onChange, id }: OptionFieldProps & { id: string }) {
  const [choices, setChoices] = useState<readonly APIApplicationCommandOptionChoice[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const completes = 'autocomplete' in option && option.autocomplete
  const ask = (text: string) => {
    if (!completes) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Without suggestions one can still type.
      suggest(text).then(setChoices, () => setChoices([]))
    }, SUGGEST_AFTER_MS)
  }
  const isNumber = option.type === optionType.integer || option.type === optionType.number
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
        ref={first ? focusOnce : null}
        onFocus={() => ask(value)}
        onChange={event => {
          onChange(event.target.value)
          ask(event.target.value)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape') onEscape()
        }}
      />
      {completes && (
        <datalist id={`${id}-list`}>
          {choices.map(choice => (
            <option key={String(choice.value)} value={String(choice.value)}>
              {choice.name}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
