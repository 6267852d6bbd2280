import { ComponentType as Type, TextInputStyle } from 'discord-api-types/v10'
import { z } from 'zod'
import { invalidForm } from '../errors.ts'
import { optional, parseForm, refusal, text, whole } from '../form.ts'
import type { OpenModal } from '../state.ts'
import { type ComponentNode, numbered, treeProblems } from '../messages/component-tree.ts'
import { customId, selects } from '../messages/components.ts'

/** Source: Discord's documentation, "Component Reference": what a modal may ask. */

const base = { id: optional(whole(0, 2 ** 31 - 1)), custom_id: customId }
const required = z
  .boolean()
  .nullish()
  .transform(value => value ?? true)
const option = z.object({
  label: text(100, 1),
  value: z.string().min(1).max(100),
  description: optional(text(100)),
  default: optional(z.boolean()),
})
const amount = (max: number) => ({ min_values: optional(whole(0, max)), max_values: optional(whole(1, max)) })

const textInput = z.object({
  ...base,
  type: z.literal(Type.TextInput),
  style: z.enum(TextInputStyle),
  label: optional(text(45, 1)),
  value: optional(z.string().max(4000)),
  placeholder: optional(text(100)),
  min_length: optional(whole(0, 4000)),
  max_length: optional(whole(1, 4000)),
  required,
})
const fileUpload = z.object({
  ...base,
  ...amount(10),
  type: z.literal(Type.FileUpload),
  file_types: optional(z.array(z.string()).max(10)),
  required,
})
const radioGroup = z.object({
  ...base,
  type: z.literal(Type.RadioGroup),
  options: z.array(option).min(2).max(10),
  required,
})
const checkboxGroup = z.object({
  ...base,
  ...amount(10),
  type: z.literal(Type.CheckboxGroup),
  options: z.array(option).min(1).max(10),
  required,
})
const checkbox = z.object({ ...base, type: z.literal(Type.Checkbox), default: optional(z.boolean()) })

const field = z
  .discriminatedUnion('type', [textInput, ...selects, fileUpload, radioGroup, checkboxGroup, checkbox])
  .superRefine((value, context) => {
    if (!('disabled' in value) || !value.disabled) return
    const said = refusal('COMPONENT_DISABLED_INVALID', 'Components in modals cannot be disabled')
    context.addIssue({ code: 'custom', path: ['disabled'], ...said })
  })

const label = z.object({
  type: z.literal(Type.Label),
  id: base.id,
  label: text(45, 1),
  description: optional(text(100)),
  component: field,
})
const row = z.object({ type: z.literal(Type.ActionRow), id: base.id, components: z.array(textInput).length(1) })
const textDisplay = z.object({ type: z.literal(Type.TextDisplay), id: base.id, content: z.string().min(1).max(4000) })

const modal = z.object({
  custom_id: customId,
  title: text(45, 1),
  components: z
    .array(z.discriminatedUnion('type', [label, row, textDisplay]))
    .min(1)
    .max(5),
})

/** @throws DiscordError 50035 */
export function parseModal(body: unknown): OpenModal {
  const { data } = parseForm(z.object({ data: modal }), { data: body })
  // Walking the tree needs no more than nodes.
  const components = data.components as ComponentNode[]
  const problems = treeProblems(components)
  if (problems.length > 0) throw invalidForm(problems.map(one => ({ ...one, path: `data.${one.path}` })))
  return { ...data, components: JSON.parse(JSON.stringify(numbered(components))) as ComponentNode[] }
}
