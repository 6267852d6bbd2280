import { X } from 'lucide-react'
import { useState } from 'react'
import { whileFull, useDisabledReason } from '#web/ui/disabled-reason.tsx'
import { Field } from '#web/ui/form/field.tsx'

/** Words and phrases as removable chips; Enter or a comma adds the typed text, Backspace removes the last one. */
export function WordsField({
  label,
  name,
  value,
  onChange,
  wordsOf = one => one,
  most,
  placeholder,
  error,
  disabled,
}: {
  label: string
  name?: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
  /** How to display one of them. */
  wordsOf?: (one: string) => string
  most: number
  placeholder: string
  error?: string | undefined
  disabled: boolean
}) {
  const [typed, setTyped] = useState('')
  const disabledProps = useDisabledReason(disabled)
  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map(one => one.trim())
      .filter(one => one !== '')
    const all = [...new Set([...value, ...fresh])]
    // What does not fit stays in the input.
    setTyped(all.slice(most).join(', '))
    if (all.length > value.length && value.length < most) onChange(all.slice(0, most))
  }
  const isTooMuch = typed.trim() !== '' && !value.includes(typed.trim())
  return (
    <Field
      label={label}
      name={name}
      error={(isTooMuch ? whileFull(value.length, most) : undefined) ?? error}
      disabled={disabled}
    >
      {control => (
        <div className="words-field" data-disabled={disabled || undefined}>
          {value.map(one => (
            <span className="chip" key={one}>
              <span>{wordsOf(one)}</span>
              <button
                type="button"
                aria-label={`Remove ${wordsOf(one)}`}
                {...disabledProps}
                onClick={() => onChange(value.filter(other => other !== one))}
              >
                <X aria-hidden="true" />
              </button>
            </span>
          ))}
          <input
            {...control}
            value={typed}
            placeholder={value.length === 0 ? placeholder : ''}
            autoComplete="off"
            onChange={event => {
              if (event.target.value.includes(',')) add(event.target.value)
              else setTyped(event.target.value)
            }}
            onBlur={() => add(typed)}
            onKeyDown={event => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter') {
                event.preventDefault()
                add(typed)
              }
              if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
            }}
          />
        </div>
      )}
    </Field>
  )
}
