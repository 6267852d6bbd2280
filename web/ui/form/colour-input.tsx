import { Check } from 'lucide-react'
import { FieldGroup, type FieldProps } from './field.tsx'
import './colour-input.css'

/** A color to offer, with its name if it has one. */
export interface ColourPreset {
  name?: string
  value: string
}

/** The twelve colors offered everywhere except in tickets. */
const colourPresets: readonly ColourPreset[] = [
  { value: '#068ADD' },
  { value: '#5865F2' },
  { value: '#57F287' },
  { value: '#EB459E' },
  { value: '#ED4245' },
  { value: '#FEE75C' },
  { value: '#EB8634' },
  { value: '#9B59B6' },
  { value: '#FFFFFF' },
  { value: '#000000' },
  { value: '#2C3E50' },
  { value: '#34495E' },
]

const hex = /^#[0-9a-f]{6}$/i

/** Whether dark ink reads better on it than white (relative luminance above 0.4). Takes `#RRGGBB`. */
export function needsDarkInk(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.4
}

/** A color picker, hex field and presets. The value is `#RRGGBB`, or the typed text while that is not one. */
export function ColourInput({
  value,
  onChange,
  onBlur,
  tidy,
  presets = colourPresets,
  ...field
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** Turns what was typed into `#RRGGBB`, if it can be read as a color. */
  tidy: (typed: string) => string
  presets?: readonly ColourPreset[]
}) {
  const valid = hex.test(value)
  return (
    <FieldGroup {...field}>
      {({ id, ...control }) => (
        <div className="colour">
          <div className="colour-field">
            <input
              type="color"
              className="colour-chip"
              aria-label={`${field.label}, any color`}
              value={valid ? value.toLowerCase() : '#000000'}
              disabled={field.disabled}
              onChange={event => onChange(event.target.value.toUpperCase())}
            />
            <input
              {...control}
              id={id}
              className="input"
              aria-label={`${field.label}, as a hex code`}
              value={value}
              onChange={event => onChange(event.target.value)}
              onBlur={() => {
                onChange(tidy(value))
                onBlur?.()
              }}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <div className="swatches" role="radiogroup" aria-label={`${field.label}, presets`}>
            {presets.map(({ value: preset, name = preset }) => (
              <label
                key={preset}
                className="swatch"
                title={name}
                data-ink={needsDarkInk(preset) ? 'dark' : 'light'}
                style={{ '--swatch': preset }}
              >
                <input
                  type="radio"
                  name={`${id}-preset`}
                  aria-label={name}
                  value={preset}
                  checked={preset.toUpperCase() === value.toUpperCase()}
                  disabled={field.disabled}
                  onChange={() => onChange(preset)}
                />
                <Check aria-hidden="true" />
              </label>
            ))}
          </div>
        </div>
      )}
    </FieldGroup>
  )
}
