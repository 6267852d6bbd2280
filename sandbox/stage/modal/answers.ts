import type { APIComponentInLabel, APIModalInteractionResponseCallbackComponent } from 'discord-api-types/v10'
import { component as kind } from '#web/ui/discord/enums.ts'

/** A modal's field: label, description and control. */
export interface ModalField {
  label: string
  description: string | undefined
  control: APIComponentInLabel
  /** Old modals put a text input in a row, without a label component around it. */
  inRow: boolean
}

/** What was filled in, by custom id: text, chosen values, a tick. */
export type Answer = string | readonly string[] | boolean
export type ModalAnswers = Record<string, Answer>

type ModalPart = { field: ModalField } | { text: string }

/** A modal's parts in order. */
export function modalParts(components: readonly APIModalInteractionResponseCallbackComponent[]): ModalPart[] {
  return components.flatMap((each): ModalPart[] => {
    if (each.type === kind.text) return [{ text: each.content }]
    if (each.type === kind.label) {
      return [{ field: { label: each.label, description: each.description, control: each.component, inRow: false } }]
    }
    return each.components.map(control => ({
      field: { label: control.label ?? '', description: undefined, control, inRow: true },
    }))
  })
}

const fieldsOf = (parts: readonly ModalPart[]) => parts.flatMap(part => ('field' in part ? [part.field] : []))

/** The initial value of each field. */
export function firstAnswers(parts: readonly ModalPart[]): ModalAnswers {
  return Object.fromEntries(fieldsOf(parts).map(({ control }) => [control.custom_id, firstAnswer(control)]))
}

function firstAnswer(control: APIComponentInLabel): Answer {
  switch (control.type) {
    case kind.textInput:
      return control.value ?? ''
    case kind.checkbox:
      return control.default ?? false
    case kind.stringSelect:
    case kind.checkboxGroup:
    case kind.radioGroup:
      return control.options.filter(option => option.default).map(option => option.value)
    case kind.fileUpload:
      return []
    default:
      return control.default_values?.map(each => each.id) ?? []
  }
}

/** Everything that prevents a modal from being sent, by custom id. */
export function modalProblems(parts: readonly ModalPart[], answers: ModalAnswers): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { control } of fieldsOf(parts)) {
    const problem = problemOf(control, answers[control.custom_id] ?? '')
    if (problem !== undefined) problems[control.custom_id] = problem
  }
  return problems
}

/** Fields are required unless they say otherwise; a checkbox never is. */
export const isRequired = (control: APIComponentInLabel) => control.type !== kind.checkbox && (control.required ?? true)

function problemOf(control: APIComponentInLabel, answer: Answer): string | undefined {
  if (control.type === kind.checkbox) return undefined
  const required = isRequired(control)
  if (control.type === kind.textInput) {
    const { length } = String(answer)
    if (length === 0) return required ? 'This is required.' : undefined
    if (length < (control.min_length ?? 0)) return `At least ${control.min_length} characters.`
    return length > (control.max_length ?? 4000) ? `At most ${control.max_length ?? 4000} characters.` : undefined
  }
  const count = Array.isArray(answer) ? answer.length : 0
  if (count === 0) return required ? 'This is required.' : undefined
  const least = 'min_values' in control ? (control.min_values ?? 1) : 1
  return count < least ? `Choose at least ${least}.` : undefined
}

/** The `components` of a modal submission, in the shape the modal had. */
export function modalSubmission(parts: readonly ModalPart[], answers: ModalAnswers) {
  return fieldsOf(parts).map(({ control, inRow }) => {
    const answer = answers[control.custom_id] ?? ''
    const head = { type: control.type, custom_id: control.custom_id }
    const sent =
      control.type === kind.textInput || control.type === kind.checkbox
        ? { ...head, value: answer }
        : control.type === kind.radioGroup
          ? { ...head, value: Array.isArray(answer) ? (answer[0] ?? null) : null }
          : { ...head, values: Array.isArray(answer) ? answer : [] }
    return inRow ? { type: kind.row, components: [sent] } : { type: kind.label, component: sent }
  })
}
