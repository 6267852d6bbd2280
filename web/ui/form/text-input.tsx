import { Search } from 'lucide-react'
import { type Ref } from 'react'
import { Counter } from './counter.tsx'
import { Field, type FieldProps } from './field.tsx'

interface Text extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  /** The maximum length in characters, as Discord counts them. Longer text is shown as an error, never cut off. */
  max?: number | undefined
}

/**
 * A single-line text input. `counter` shows how much of `max` is used; an empty optional input is labeled as optional.
 */
export function TextInput({
  value,
  onChange,
  onBlur,
  placeholder,
  max,
  counter,
  type = 'text',
  autoComplete = 'off',
  onEnter,
  ...field
}: Text & {
  counter?: boolean
  type?: 'text' | 'url' | 'email'
  /** What the browser may fill in, as an HTML autocomplete value: 'email'. */
  autoComplete?: string
  /** What Enter does instead of saving the form. */
  onEnter?: () => void
}) {
  const isCounted = counter && (value !== '' || !field.optional)
  return (
    <Field {...field} corner={isCounted && max ? <Counter value={value} max={max} /> : undefined}>
      {control => (
        <input
          {...control}
          className="input"
          type={type}
          value={value}
          onChange={event => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyDown={event => {
            if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
          placeholder={placeholder}
          autoComplete={autoComplete}
          spellCheck={type === 'text'}
        />
      )}
    </Field>
  )
}

/** A multi-line text input, with a counter if there is a limit. It grows with its content. */
export function TextArea({ value, onChange, onBlur, placeholder, max, rows = 3, ...field }: Text & { rows?: number }) {
  return (
    <Field {...field} corner={max ? <Counter value={value} max={max} /> : undefined}>
      {control => (
        <textarea
          {...control}
          className="textarea"
          rows={rows}
          value={value}
          onChange={event => onChange(event.target.value)}
          onBlur={onBlur}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}

/** A search box without a visible label. */
export function SearchInput({
  label,
  value,
  onChange,
  placeholder,
  ref,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <span className="input-search">
      <Search aria-hidden="true" />
      <input
        ref={ref}
        className="input"
        type="search"
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
      />
    </span>
  )
}
