import { useState } from 'react'
import { tidyColour } from '#contract'
import { ColourInput } from '#web/ui/form/colour-input.tsx'
import { useOffered } from './context.ts'

const hex = /^#[0-9a-f]{6}$/i
const textOf = (value: number | null) => (value === null ? '' : `#${value.toString(16).padStart(6, '0').toUpperCase()}`)

/** A color, or none. Typed text stays while it is not yet a color. */
export function ColourField({
  label,
  value,
  onChange,
  touched,
  optional = true,
}: {
  label: string
  value: number | null
  onChange: (value: number | null, touched: string) => void
  touched: string
  optional?: boolean
}) {
  const { parts, readOnly } = useOffered()
  const [typed, setTyped] = useState<{ text: string; of: number | null }>({ text: textOf(value), of: value })
  // The change was undone, or another message was pasted.
  const text = typed.of === value ? typed.text : textOf(value)
  const isColour = (optional && text === '') || hex.test(text)
  return (
    <ColourInput
      label={label}
      value={text}
      tidy={tidyColour}
      onChange={next => {
        const tidy = tidyColour(next)
        const number = hex.test(tidy) ? Number.parseInt(tidy.slice(1), 16) : optional && tidy === '' ? null : value
        setTyped({ text: next, of: number })
        if (number !== value) onChange(number, touched)
      }}
      error={isColour ? undefined : 'Use a color like #068ADD.'}
      {...(parts.colors && { presets: parts.colors })}
      disabled={readOnly}
    />
  )
}
