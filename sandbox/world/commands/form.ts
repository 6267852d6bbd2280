import { ApplicationCommandType as Type } from 'discord-api-types/v10'
import { z } from 'zod'
import type { FieldProblem } from '../errors.ts'
import { optional, refusal, text } from '../form.ts'
import { commandName, localizations, options } from './options.ts'

const bits = z.union([z.string().regex(/^\d{1,20}$/), z.number().int().min(0).transform(String)])

const fields = z.object({
  id: optional(z.string()),
  type: z
    .union([z.literal(Type.ChatInput), z.literal(Type.User), z.literal(Type.Message)])
    .nullish()
    .transform(type => type ?? Type.ChatInput),
  name: text(32, 1),
  name_localizations: localizations(32),
  description: optional(text(100)),
  description_localizations: localizations(100),
  options: optional(options),
  default_member_permissions: bits.nullish().transform(value => value ?? null),
  dm_permission: optional(z.boolean()),
  contexts: optional(z.array(z.union([z.literal(0), z.literal(1), z.literal(2)])).min(1)),
  integration_types: optional(z.array(z.union([z.literal(0), z.literal(1)])).min(1)),
  nsfw: optional(z.boolean()),
})

export type CommandDraft = z.output<typeof fields>

const maxCharacters = 8000

export const commandForm = fields.superRefine((command, context) => {
  const refuse = ({ path, code, message }: FieldProblem) =>
    context.addIssue({ code: 'custom', path: path.split('.'), ...refusal(code, message) })
  for (const problem of problemsOf(command)) refuse(problem)
})

function* problemsOf(command: CommandDraft): Generator<FieldProblem> {
  if (command.type === Type.ChatInput) {
    if (!commandName.safeParse(command.name).success)
      yield { path: 'name', code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' }
    if (!command.description)
      yield { path: 'description', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
  } else {
    const message = 'Context menu commands cannot have description'
    if (command.description)
      yield { path: 'description', code: 'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED', message }
    if (command.options?.length)
      yield {
        path: 'options',
        code: 'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_ALLOWED',
        message: 'Context menu commands cannot have options',
      }
  }
  if (sizeOf(command) > maxCharacters)
    yield {
      path: 'name',
      code: 'APPLICATION_COMMAND_TOO_LARGE',
      message: `Command exceeds maximum size (${maxCharacters})`,
    }
}

interface Sized {
  name: string
  name_localizations?: Record<string, string> | undefined
  description?: string | undefined
  description_localizations?: Record<string, string> | undefined
  options?: readonly Sized[] | undefined
  choices?:
    | readonly { name: string; value: unknown; name_localizations?: Record<string, string> | undefined }[]
    | undefined
}

/** Characters of names, descriptions and choice values, in the longest of their languages. */
export function sizeOf(command: Sized): number {
  const choices = (command.choices ?? []).reduce(
    (sum, choice) => sum + longest(choice.name, choice.name_localizations) + String(choice.value).length,
    0,
  )
  const nested = (command.options ?? []).reduce((sum, option) => sum + sizeOf(option), 0)
  const own =
    longest(command.name, command.name_localizations) +
    longest(command.description ?? '', command.description_localizations)
  return own + choices + nested
}

const longest = (text: string, languages: Record<string, string> = {}) =>
  Math.max(text.length, ...Object.values(languages).map(one => one.length))
