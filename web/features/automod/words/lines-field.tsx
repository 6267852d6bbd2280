import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { Field } from '#web/ui/form/field.tsx'
import { linesOf } from './word-lines.ts'

interface LinesFieldProps<V> {
  label: string
  help?: ReactNode
  name: string
  value: readonly V[]
  onChange(value: V[]): void
  onBlur(): void
  /** The server's message about it. */
  error: string | undefined
  disabled: boolean
  /** Validates the list; its message about an entry is shown with the entry's line. */
  schema: z.ZodType
  /** The maximum number of lines. */
  max: number
  parse(line: string): V
  write(entry: V): string
  placeholder?: string
}

const shownProblems = 3

/** The problems, line by line: 'Line 2: Write a domain like example.com.' */
function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map(({ path: [place], message }) =>
    typeof place !== 'number' || message.startsWith('Line ') ? message : `Line ${place + 1}: ${message}`,
  )
}

/** A list edited as text, one entry per line, so that whole lists can be pasted and copied. */
export function LinesField<V>(props: LinesFieldProps<V>) {
  const { value, onChange, onBlur, schema, max, parse, write, placeholder, error, ...field } = props
  const tidy = value.map(write).join('\n')
  /** The text while it is being typed, until the field loses the focus. */
  const [draft, setDraft] = useState<string>()
  const problems = draft === undefined ? problemsOf(schema, value) : []
  const more = problems.length - shownProblems
  const told = [...problems.slice(0, shownProblems), ...(more > 0 ? [`${more} more lines need another look.`] : [])]
  const leave = () => {
    setDraft(undefined)
    onBlur()
  }
  return (
    <Field
      {...field}
      error={told.length > 0 ? told.join(' ') : error}
      corner={
        <span className="field-count" data-state={value.length > max ? 'over' : 'fine'}>
          {value.length} of {max}
        </span>
      }
    >
      {control => (
        <textarea
          {...control}
          className="textarea lines"
          rows={Math.min(12, Math.max(3, value.length + 1))}
          spellCheck={false}
          value={draft ?? tidy}
          onFocus={() => setDraft(tidy)}
          onChange={event => {
            setDraft(event.target.value)
            onChange(linesOf(event.target.value).map(parse))
          }}
          onBlur={leave}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}
