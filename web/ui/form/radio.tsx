import { type ReactNode } from 'react'
import { FieldGroup, type FieldProps } from './field.tsx'
import './switch.css'

interface RadioOption<V extends string> {
  value: V
  label: string
  icon?: ReactNode
  disabled?: boolean
}

interface Radios<V extends string> {
  value: V
  onChange: (value: V) => void
  options: readonly RadioOption<V>[]
}

/** Radio buttons, one below the other. */
export function RadioGroup<V extends string>({ value, onChange, options, ...field }: Radios<V> & FieldProps) {
  return (
    <FieldGroup {...field}>
      {control => (
        <div className="choices" role="radiogroup" aria-label={field.label}>
          {options.map(option => (
            <label className="choice-line" key={option.value}>
              <input
                type="radio"
                className="radio"
                name={control.id}
                value={option.value}
                checked={option.value === value}
                disabled={field.disabled || option.disabled}
                onChange={() => onChange(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}

/** Switches between views of the same thing (tabs change the subject). */
export function Segmented<V extends string>({
  label,
  name,
  value,
  onChange,
  options,
}: Radios<V> & { label: string; name: string }) {
  return (
    <div className="segment" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
