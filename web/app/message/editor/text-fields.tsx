import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useOffered } from './context.ts'
import { useProblem } from './problems.ts'

export interface Bound {
  /** The field's path in the message, by which its problems are shown and found. */
  path: string
  value: string
  onChange: (value: string, touched: string) => void
}

/** A single-line text field of a message. */
export function Line({
  path,
  value,
  onChange,
  label,
  max,
  url = false,
  placeholder,
  optional,
  help,
}: Bound & { label: string; max: number; url?: boolean; placeholder?: string; optional?: boolean; help?: string }) {
  const { readOnly, fills } = useOffered()
  return (
    <TextInput
      label={label}
      name={path}
      value={value}
      onChange={next => onChange(next, path)}
      max={max}
      counter={!url}
      type={url ? 'url' : 'text'}
      placeholder={placeholder ?? (url ? 'https://' : undefined)}
      optional={optional}
      help={help}
      error={useProblem(path)}
      warning={unknownWords(value, fills)}
      disabled={readOnly}
    />
  )
}
