import { type ReactNode } from 'react'
import { FieldNote, useControl, type FieldProps } from './field.tsx'
import './switch.css'

interface Toggle extends FieldProps {
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: (() => void) | undefined
}

/** The switch alone, for rows and card heads whose text says what it is for. */
export function Switch({
  label,
  value,
  onChange,
  ...rest
}: {
  label?: string
  id?: string
  name?: string | undefined
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
  'aria-describedby'?: string | undefined
}) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={value}
      checked={value}
      onChange={event => onChange(event.target.checked)}
    />
  )
}

/** Label and help at the left, switch at the right. It changes the form, not the server; the save bar then appears. */
export function SwitchField({ value, onChange, onBlur, ...field }: Toggle) {
  const { id, noteId, control } = useControl(field)
  return (
    <div className="toggle-row" data-disabled={field.disabled || undefined}>
      <div>
        <label className="field-label" htmlFor={id}>
          {field.label}
        </label>
        <FieldNote id={noteId} help={field.help} error={field.error} />
      </div>
      <Switch {...control} value={value} onChange={onChange} onBlur={onBlur} />
    </div>
  )
}

/** A checkbox with its label at the right. */
export function Checkbox({ value, onChange, onBlur, ...field }: Toggle & { label: string }) {
  const { id, noteId, control } = useControl(field)
  return (
    <Choice id={id} label={field.label} note={<FieldNote id={noteId} help={field.help} error={field.error} />}>
      <input
        {...control}
        type="checkbox"
        className="check"
        checked={value}
        onChange={event => onChange(event.target.checked)}
        onBlur={onBlur}
      />
    </Choice>
  )
}

function Choice({ id, label, note, children }: { id: string; label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="choice">
      <label className="choice-line" htmlFor={id}>
        {children}
        <span>{label}</span>
      </label>
      {note}
    </div>
  )
}
