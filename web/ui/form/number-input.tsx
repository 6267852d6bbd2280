import { useState } from 'react'
import { formatNumber } from '#web/ui/numbers.ts'
import { Field, FieldGroup, type ControlProps, type FieldProps } from './field.tsx'
import './slider.css'

interface Numeric extends FieldProps {
  value: number
  /** NaN while the field is empty or not a number. */
  onChange: (value: number) => void
  onBlur?: (() => void) | undefined
  min?: number | undefined
  max?: number | undefined
  unit?: string | undefined
}

/** Typed text as a number; NaN if it is not one. */
export const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

function NumberBox({
  control,
  value,
  onChange,
  onBlur,
  min,
  max,
  label,
}: Pick<Numeric, 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
  control: Partial<ControlProps>
  label?: string
}) {
  const [typed, setTyped] = useState('')
  return (
    <input
      {...control}
      className="input input-number"
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={min}
      max={max}
      step={1}
      value={Number.isNaN(value) ? typed : value}
      onChange={event => {
        setTyped(event.target.value)
        onChange(parseNumber(event.target.value))
      }}
      onBlur={onBlur}
    />
  )
}

const range = (min?: number, max?: number) =>
  min !== undefined && max !== undefined ? (
    <span className="field-corner">
      {formatNumber(min)} to {formatNumber(max)}
    </span>
  ) : undefined

/** An input for a whole number, with its range at the label's right. */
export function NumberInput({ value, onChange, onBlur, min, max, unit, ...field }: Numeric) {
  return (
    <Field {...field} corner={range(min, max)}>
      {control => (
        <span className={unit ? 'input-unit' : undefined}>
          <NumberBox {...{ control, value, onChange, onBlur, min, max }} />
          {unit && <span>{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** A slider, always with a number box beside it. */
export function SliderInput({ value, onChange, onBlur, min, max, ...field }: Numeric & { min: number; max: number }) {
  const filled = Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)))
  return (
    <FieldGroup {...field} corner={range(min, max)}>
      {({ id, ...control }) => (
        <div className="slider">
          <input
            type="range"
            className="slider-track"
            aria-label={field.label}
            disabled={field.disabled}
            min={min}
            max={max}
            step={1}
            value={Number.isNaN(value) ? min : value}
            onChange={event => onChange(Number(event.target.value))}
            onBlur={onBlur}
            style={{ '--filled': `${filled * 100}%` }}
          />
          <NumberBox
            {...{ control: { ...control, id }, value, onChange, onBlur, min, max }}
            label={`${field.label}, exact`}
          />
        </div>
      )}
    </FieldGroup>
  )
}
