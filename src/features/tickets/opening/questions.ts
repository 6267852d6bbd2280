import { createHash } from 'node:crypto'
import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackData,
  type ModalSubmitInteraction,
  ComponentType as Type,
  TextInputStyle,
} from 'discord.js'
import { cut } from '#kit/template.ts'
import type { PanelDesign } from '../panels/contract.ts'
import type { Question } from './contract.ts'
import type { Answer } from './template.ts'

/** Discord's limits: characters of a text, and how many things can be chosen or sent. */
const longestText = 4000
const mostChosen = { select: 25, checkboxes: 10, user: 25, role: 25, channel: 25, file: 10 } as const

const customId = (index: number) => `q${index}`

/** Hashes the questions, to detect changes while somebody was answering them. */
export const questionsHash = (questions: readonly Question[]): string =>
  createHash('sha256').update(JSON.stringify(questions)).digest('base64url').slice(0, 8)

const choices = ({ options }: Question) =>
  options.map(({ label, description }, index) => ({
    label,
    value: String(index),
    ...(description !== '' && { description }),
  }))

/** How many of a list may be chosen; a required question needs at least one. */
function amount({ least, most, required, options }: Question, kind: keyof typeof mostChosen) {
  const all = kind === 'select' || kind === 'checkboxes' ? Math.min(options.length, mostChosen[kind]) : mostChosen[kind]
  const max_values = Math.min(most ?? (kind === 'checkboxes' ? all : 1), all)
  const min_values = Math.min(Math.max(least ?? 0, required ? 1 : 0), max_values)
  return { max_values, min_values }
}

/** The most characters of a text. */
const longestOf = ({ kind, most }: Question): number =>
  Math.min(most ?? (kind === 'paragraph' ? longestText : 400), longestText)

function fieldOf(question: Question, index: number): APIComponentInLabel {
  const { kind, required, placeholder, least } = question
  const common = { custom_id: customId(index), required }
  const hint = placeholder === '' ? {} : { placeholder }
  switch (kind) {
    case 'select':
      return { type: Type.StringSelect, ...common, ...hint, ...amount(question, kind), options: choices(question) }
    case 'radio':
      return { type: Type.RadioGroup, ...common, options: choices(question) }
    case 'checkboxes':
      return { type: Type.CheckboxGroup, ...common, ...amount(question, kind), options: choices(question) }
    case 'checkbox':
      return { type: Type.Checkbox, custom_id: customId(index) }
    case 'user':
      return { type: Type.UserSelect, ...common, ...hint, ...amount(question, kind) }
    case 'role':
      return { type: Type.RoleSelect, ...common, ...hint, ...amount(question, kind) }
    case 'channel':
      return { type: Type.ChannelSelect, ...common, ...hint, ...amount(question, kind) }
    case 'file':
      return { type: Type.FileUpload, ...common, ...amount(question, kind) }
    default: {
      const style = kind === 'paragraph' ? TextInputStyle.Paragraph : TextInputStyle.Short
      const max_length = longestOf(question)
      const min_length = Math.min(least ?? 0, max_length)
      return { type: Type.TextInput, ...common, ...hint, style, max_length, ...(min_length > 0 && { min_length }) }
    }
  }
}

/** Returns how much a question accepts: the number of choices, or of characters. */
export function mostAnswers(question: Question): { values: number; characters: number } {
  const { kind } = question
  if (kind === 'short' || kind === 'paragraph') return { values: 1, characters: longestOf(question) }
  if (kind === 'radio' || kind === 'checkbox') return { values: 1, characters: longestText }
  return { values: amount(question, kind).max_values, characters: longestText }
}

/** The dialog that asks a panel's questions. */
export const questionsModal = (
  { title, required_inputs }: PanelDesign,
  custom_id: string,
): APIModalInteractionResponseCallbackData => ({
  title: cut(title, 45),
  custom_id,
  components: required_inputs.map((question, index) => ({
    type: Type.Label,
    label: question.label,
    ...(question.description !== '' && { description: question.description }),
    component: fieldOf(question, index),
  })),
})

/** Returns the answers in the order of the questions, without empty ones. */
export function answersIn(
  { fields }: Pick<ModalSubmitInteraction<'cached'>, 'fields'>,
  questions: readonly Question[],
): Answer[] {
  return questions.flatMap((question, index): Answer[] => {
    const { kind, label, options } = question
    const field = fields.fields.get(customId(index))
    if (!field) return []
    const told = (value: string, more: Partial<Answer> = {}): Answer[] =>
      value === '' ? [] : [{ label, value, ...more }]
    const chosen = (values: readonly string[]) =>
      values.flatMap(value => options[Number(value)]?.label ?? []).join(', ')
    switch (field.type) {
      case Type.TextInput:
        return told(field.value.trim())
      case Type.Checkbox:
        return told(field.value ? 'Yes' : 'No')
      case Type.RadioGroup:
        return told(field.value === null ? '' : chosen([field.value]))
      case Type.FileUpload: {
        const files = [...field.attachments.values()].map(({ name, url, size }) => ({ name, url, size }))
        return told(files.map(({ name }) => name).join(', '), { files })
      }
      case Type.CheckboxGroup:
        return told(chosen(field.values))
      default: {
        if (kind === 'select') return told(chosen(field.values))
        const sign = { user: '@', role: '@&', channel: '#' }[kind as 'user' | 'role' | 'channel']
        return told(field.values.map(id => `<${sign}${id}>`).join(' '), { mentions: true })
      }
    }
  })
}
