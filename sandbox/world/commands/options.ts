import { ApplicationCommandOptionType as Type, ChannelType } from 'discord-api-types/v10'
import { z } from 'zod'
import { optional, refusal, text, whole } from '../form.ts'

/** Source: Discord's documentation, "Application Commands". */

/** Lower case where the script has cases. */
export const commandName = z
  .string()
  .refine(
    name => /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(name) && name === name.toLowerCase(),
    refusal('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid'),
  )

export const localizations = (max: number) => optional(z.record(z.string(), text(max, 1)))

const base = {
  name: commandName,
  name_localizations: localizations(32),
  description: text(100, 1),
  description_localizations: localizations(100),
}
const argument = { ...base, required: optional(z.boolean()) }
const safe = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

const choices = <V extends z.ZodType>(value: V) =>
  optional(z.array(z.object({ name: text(100, 1), name_localizations: localizations(100), value })).max(25))

const numeric = {
  ...argument,
  autocomplete: optional(z.boolean()),
  min_value: optional(safe),
  max_value: optional(safe),
  choices: choices(safe),
}

const values = [
  z.object({
    ...argument,
    type: z.literal(Type.String),
    autocomplete: optional(z.boolean()),
    min_length: optional(whole(0, 6000)),
    max_length: optional(whole(1, 6000)),
    choices: choices(z.string().max(100)),
  }),
  z.object({ ...numeric, type: z.literal(Type.Integer), choices: choices(safe.int()) }),
  z.object({ ...numeric, type: z.literal(Type.Number) }),
  z.object({ ...argument, type: z.literal(Type.Boolean) }),
  z.object({ ...argument, type: z.literal(Type.User) }),
  z.object({ ...argument, type: z.literal(Type.Role) }),
  z.object({ ...argument, type: z.literal(Type.Mentionable) }),
  z.object({ ...argument, type: z.literal(Type.Attachment) }),
  z.object({
    ...argument,
    type: z.literal(Type.Channel),
    channel_types: optional(z.array(z.enum(ChannelType))),
  }),
] as const

const list = <S extends z.ZodType<LooseOption>>(option: S) => z.array(option).max(25).superRefine(judge)

const subcommand = z.object({
  ...base,
  type: z.literal(Type.Subcommand),
  options: optional(list(z.discriminatedUnion('type', values))),
})
const group = z.object({
  ...base,
  type: z.literal(Type.SubcommandGroup),
  options: list(z.discriminatedUnion('type', [subcommand])),
})

export const options = list(z.discriminatedUnion('type', [subcommand, group, ...values]))

interface LooseOption {
  type: Type
  name: string
  required?: boolean | undefined
  autocomplete?: boolean | undefined
  choices?: readonly unknown[] | undefined
}

const isNesting = ({ type }: LooseOption) => type === Type.Subcommand || type === Type.SubcommandGroup

/** Rules for a whole list: names, order, mixing of kinds. */
function judge(entries: readonly LooseOption[], context: z.core.$RefinementCtx): void {
  const refuse = (path: (string | number)[], code: string, message: string) =>
    context.issues.push({ code: 'custom', path, input: entries, ...refusal(code, message) })
  const mixes = entries.some(isNesting) && !entries.every(isNesting)
  let sawOptional = false
  for (const [index, option] of entries.entries()) {
    if (entries.findIndex(other => other.name === option.name) !== index)
      refuse([index, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option names must be unique')
    if (mixes && isNesting(option))
      refuse(
        [index],
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command and sub-command group option types are mutually exclusive to all other types',
      )
    if (option.autocomplete && option.choices?.length)
      refuse([index, 'choices'], 'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES', 'Autocomplete options cannot have choices')
    if (option.required && sawOptional)
      refuse(
        [index],
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      )
    if (!isNesting(option) && !option.required) sawOptional = true
  }
}
