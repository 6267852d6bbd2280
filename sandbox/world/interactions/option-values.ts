import {
  type APIApplicationCommandOption,
  type APIAttachment,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10'
import type { FieldProblem } from '../errors.ts'
import type { Resolver } from './resolve.ts'

/** What a client sends for an option: a value, or the options of a subcommand. */
export interface OptionInput {
  name: string
  type: Type
  value?: string | number | boolean | undefined
  options?: OptionInput[] | undefined
  focused?: boolean | undefined
}

interface Filling {
  resolver: Resolver
  uploads: readonly APIAttachment[]
  /** Whether the person is still typing: values are incomplete, and required options may be missing. */
  isPartial: boolean
}

/**
 * Validates the options against the command, and resolves the ids in them.
 * @returns the options as the application receives them, and the problems found
 */
export function fillOptions(
  wanted: readonly APIApplicationCommandOption[],
  given: readonly OptionInput[],
  filling: Filling,
  path = 'data.options',
): { options: OptionInput[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const options = given.map((input, index) => {
    const here = `${path}.${index}`
    const definition = wanted.find(option => option.name === input.name && option.type === input.type)
    if (!definition) {
      problems.push({ path: here, code: 'INTERACTION_OPTION_UNKNOWN', message: 'Unknown option' })
      return input
    }
    if (definition.type === Type.Subcommand || definition.type === Type.SubcommandGroup) {
      const inner = fillOptions(definition.options ?? [], input.options ?? [], filling, `${here}.options`)
      problems.push(...inner.problems)
      return { name: input.name, type: input.type, options: inner.options }
    }
    const value = valueOf(definition, input, filling)
    if (value === undefined) {
      const said = { code: 'INTERACTION_OPTION_INVALID', message: `Value does not fit option "${input.name}"` }
      if (!filling.isPartial) problems.push({ path: `${here}.value`, ...said })
    }
    const focused = filling.isPartial && input.focused ? { focused: true } : {}
    return { name: input.name, type: input.type, value: value ?? input.value, ...focused }
  })
  if (!filling.isPartial) problems.push(...missing(wanted, given, path))
  return { options, problems }
}

function* missing(
  wanted: readonly APIApplicationCommandOption[],
  given: readonly OptionInput[],
  path: string,
): Generator<FieldProblem> {
  const nests = wanted.some(({ type }) => type === Type.Subcommand || type === Type.SubcommandGroup)
  if (nests && given.length !== 1) yield { path, code: 'BASE_TYPE_REQUIRED', message: 'A subcommand is required' }
  for (const option of wanted)
    if (!nests && option.required && !given.some(({ name }) => name === option.name))
      yield { path, code: 'BASE_TYPE_REQUIRED', message: `Option "${option.name}" is required` }
}

/** The value as it is passed on; undefined when it does not fit. */
function valueOf(option: APIApplicationCommandOption, { value }: OptionInput, filling: Filling) {
  const { resolver, uploads } = filling
  switch (option.type) {
    case Type.String: {
      if (typeof value !== 'string') return undefined
      const fits = value.length >= (option.min_length ?? 0) && value.length <= (option.max_length ?? 6000)
      return fits && isChoice(option, value) ? value : undefined
    }
    case Type.Integer:
    case Type.Number: {
      if (typeof value !== 'number' || (option.type === Type.Integer && !Number.isInteger(value))) return undefined
      const fits = value >= (option.min_value ?? -Infinity) && value <= (option.max_value ?? Infinity)
      return fits && isChoice(option, value) ? value : undefined
    }
    case Type.Boolean:
      return typeof value === 'boolean' ? value : undefined
    case Type.User:
      return resolver.user(String(value)) ? value : undefined
    case Type.Role:
      return resolver.role(String(value)) ? value : undefined
    case Type.Mentionable:
      return resolver.role(String(value)) || resolver.user(String(value)) ? value : undefined
    case Type.Channel:
      return resolver.channel(String(value), option.channel_types) ? value : undefined
    case Type.Attachment: {
      const file = uploads[Number(value)]
      if (file) resolver.attachment(file)
      return file?.id
    }
    default:
      return undefined
  }
}

function isChoice(option: { choices?: readonly { value: unknown }[] }, value: unknown): boolean {
  return !option.choices?.length || option.choices.some(choice => choice.value === value)
}
