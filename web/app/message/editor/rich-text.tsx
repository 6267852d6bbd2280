import { useRef } from 'react'
import { commonNames } from '#kit/template.ts'
import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { Counter } from '#web/ui/form/counter.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useCaret } from '#web/ui/form/use-caret.ts'
import { Insertions } from '../pickers/insertions.tsx'
import { useOffered } from './context.ts'
import { useProblem } from './problems.ts'
import type { Bound } from './text-fields.tsx'

/** A text area with menus that insert emoji, mentions and placeholders at the caret. */
export function RichText({
  path,
  value,
  onChange,
  label,
  max,
  rows = 3,
  placeholder,
  members = false,
}: Bound & {
  label: string
  max: number
  rows?: number
  placeholder?: string
  /** Whether one member reads it, whose placeholders can be used. */
  members?: boolean
}) {
  const { readOnly, fills } = useOffered()
  const area = useRef<HTMLTextAreaElement>(null)
  const placeCaret = useCaret(area)
  const error = useProblem(path)
  const insert = (text: string) => {
    const element = area.current
    const [from, to] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length]
    // An empty name makes it a separate undo step.
    onChange(`${value.slice(0, from)}${text}${value.slice(to)}`, '')
    placeCaret(from + text.length)
  }
  return (
    <Field
      label={label}
      name={path}
      error={error}
      warning={unknownWords(value, fills && members ? commonNames : fills)}
      disabled={readOnly}
      corner={<Counter value={value.trim()} max={max} />}
    >
      {control => (
        <div className="builder-text">
          <textarea
            {...control}
            ref={area}
            className="textarea"
            rows={rows}
            value={value}
            onChange={event => onChange(event.target.value, path)}
            placeholder={placeholder}
          />
          <div className="builder-text-foot">
            <Insertions what={label} members={members} onInsert={insert} disabled={readOnly} />
            <span>Markdown works</span>
          </div>
        </div>
      )}
    </Field>
  )
}
