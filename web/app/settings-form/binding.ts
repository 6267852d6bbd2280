import type { z } from 'zod'
import { describeField, type FieldMeta, type Form, titleOf } from '#contract'

/** A field's metadata from the contract, and why the viewer cannot change it. */
type Drawing = Omit<FieldMeta, 'options'> & {
  options?: readonly { value: string; label: string; note?: string; disabled?: boolean }[]
  refused?: string
}

/** Everything a control of `#web/ui/form` takes: spread it on one that fits the value's type. */
export type Binding<V> = Drawing & {
  name: string
  value: V
  // Methods, so that a binding of any value fits a control that narrows the value's type.
  onChange(value: V): void
  onBlur(): void
  error: string | undefined
  disabled: boolean
}

/** How a field is rendered, from its contract; if the contract has no label, its name is the label. */
export const drawing = (name: string, schema: z.ZodType): FieldMeta =>
  describeField(schema) ?? { control: 'text', label: titleOf(schema) ?? name }

/** The reason replaces the help text, or is shown at the choices that are not allowed. */
export function withRefusal(meta: FieldMeta, refused: string | Readonly<Record<string, string>> | undefined): Drawing {
  if (typeof refused === 'string') return { ...meta, help: refused, refused }
  const { options } = meta
  if (!refused || !options) return meta
  const choices = options.map(({ value, label }) => {
    const note = refused[value]
    return { value, label, ...(note !== undefined && { note, disabled: true }) }
  })
  return { ...meta, options: choices }
}

/** Each field's default, where it has one. */
export const defaultsOf = (fields: Record<string, z.ZodType>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.safeParse(undefined).data]))

/**
 * Whether a response contains the form: a viewer without access gets a response without any of the form's own fields.
 * @param added names of fields that other features add
 */
export function isShown(form: Form, added: readonly string[], loaded: Record<string, unknown> | undefined): boolean {
  const own = Object.keys(form.keys).filter(name => !added.includes(name))
  return loaded !== undefined && (own.length === 0 || own.some(name => loaded[name] !== undefined))
}
