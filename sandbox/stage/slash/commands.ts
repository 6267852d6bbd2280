import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
} from 'discord-api-types/v10'

/** What `GET /guilds/{id}/application-command-index` answers to a member. */
export interface CommandIndex {
  applications: readonly { id: string; name: string }[]
  application_commands: readonly APIApplicationCommand[]
}

/** Something that can be typed after '/': a command, or one subcommand of it. */
export interface SlashCommand {
  /** ['config', 'show'] */
  path: readonly string[]
  description: string
  options: readonly APIApplicationCommandBasicOption[]
  command: APIApplicationCommand
  applicationName: string
}

/** Discord's numbers as values of its enum types; the enums themselves would have to be loaded. */
export const optionType = {
  subcommand: 1 as Type.Subcommand,
  group: 2 as Type.SubcommandGroup,
  string: 3 as Type.String,
  integer: 4 as Type.Integer,
  boolean: 5 as Type.Boolean,
  user: 6 as Type.User,
  channel: 7 as Type.Channel,
  role: 8 as Type.Role,
  mentionable: 9 as Type.Mentionable,
  number: 10 as Type.Number,
  attachment: 11 as Type.Attachment,
}

const CHAT_INPUT = 1 as ApplicationCommandType.ChatInput

export type MenuTarget = 'user' | 'message'
const menuTypes = { user: 2 as ApplicationCommandType.User, message: 3 as ApplicationCommandType.Message }

/** What apps offer in the menu of a user or a message, in alphabetical order. */
export const menuEntries = (index: CommandIndex, on: MenuTarget): APIApplicationCommand[] =>
  index.application_commands
    .filter(({ type }) => type === menuTypes[on])
    .toSorted((one, other) => one.name.localeCompare(other.name))

interface LooseOption {
  type: Type
  name: string
  description: string
  options?: readonly LooseOption[]
}

/** Every command a member can run, subcommands as commands of their own, in alphabetical order. */
export function slashCommands(index: CommandIndex): SlashCommand[] {
  const names = new Map(index.applications.map(each => [each.id, each.name]))
  const found: SlashCommand[] = []
  for (const command of index.application_commands) {
    // Discord omits the type of slash commands.
    if ((command.type ?? CHAT_INPUT) !== CHAT_INPUT) continue
    const applicationName = names.get(command.application_id) ?? 'App'
    const walk = (path: string[], description: string, options: readonly LooseOption[]) => {
      const inner = options.filter(each => each.type === optionType.subcommand || each.type === optionType.group)
      for (const each of inner) walk([...path, each.name], each.description, each.options ?? [])
      if (inner.length > 0) return
      found.push({ path, description, command, applicationName, options: options as SlashCommand['options'] })
    }
    walk([command.name], command.description, command.options ?? [])
  }
  return found.sort((one, other) => one.path.join(' ').localeCompare(other.path.join(' ')))
}

/** The commands that what was typed after '/' could mean; those that start with it first. */
export function matchCommands(commands: readonly SlashCommand[], query: string): SlashCommand[] {
  const wanted = query.trim().toLowerCase()
  const starts = commands.filter(each => each.path.join(' ').startsWith(wanted))
  const contains = commands.filter(each => !starts.includes(each) && each.path.join(' ').includes(wanted))
  return [...starts, ...contains]
}

/** What a person filled in, by option name, as text; files apart. */
export type OptionValues = Record<string, string>

export interface OptionProblem {
  option: string
  sentence: string
}

/** One option's text as the value that Discord sends, or why it is invalid. */
function readOption(
  option: APIApplicationCommandBasicOption,
  text: string,
): { value: string | number | boolean } | { problem: string } {
  switch (option.type) {
    case optionType.integer:
    case optionType.number:
      return readNumber(option, text)
    case optionType.boolean:
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'Choose yes or no.' }
    case optionType.string: {
      const min = limit(option, 'min_length', 0)
      const max = limit(option, 'max_length', 6000)
      if (text.length < min) return { problem: `At least ${min} characters.` }
      if (text.length > max) return { problem: `At most ${max} characters.` }
      return { value: text }
    }
    default:
      return { value: text }
  }
}

type Limit = 'min_length' | 'max_length' | 'min_value' | 'max_value'

/** A limit of an option; undefined when options of its kind do not have it. */
function limit(option: APIApplicationCommandBasicOption, name: Limit, otherwise: number): number {
  const value: unknown = Reflect.get(option, name)
  return typeof value === 'number' ? value : otherwise
}

function readNumber(option: APIApplicationCommandBasicOption, text: string) {
  const value = Number(text)
  const min = limit(option, 'min_value', -(2 ** 53))
  const max = limit(option, 'max_value', 2 ** 53)
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: 'Enter a number.' }
  if (option.type === optionType.integer && !Number.isInteger(value)) return { problem: 'Enter a whole number.' }
  if (value < min) return { problem: `At least ${min}.` }
  if (value > max) return { problem: `At most ${max}.` }
  return { value }
}

interface SentOption {
  type: Type
  name: string
  value?: string | number | boolean
  focused?: true
  options?: SentOption[]
}

/**
 * The interaction's `data`, or everything that prevents it from being sent. `focused` names an option being completed.
 */
export function commandData(command: SlashCommand, values: OptionValues, focused?: string) {
  const problems: OptionProblem[] = []
  const sent: SentOption[] = []
  for (const option of command.options) {
    const text = values[option.name]
    const isFocused = option.name === focused
    if ((text === undefined || text === '') && !isFocused) {
      if (option.required && focused === undefined)
        problems.push({ option: option.name, sentence: 'This is required.' })
      continue
    }
    const read = isFocused ? { value: text ?? '' } : readOption(option, text ?? '')
    if ('problem' in read) problems.push({ option: option.name, sentence: read.problem })
    else sent.push({ type: option.type, name: option.name, value: read.value, ...(isFocused && { focused: true }) })
  }
  const data = {
    id: command.command.id,
    name: command.command.name,
    type: CHAT_INPUT,
    version: command.command.version,
    ...(command.command.guild_id && { guild_id: command.command.guild_id }),
    options: nest(command, sent),
  }
  return { data, problems }
}

/** Subcommands are options that hold options. */
function nest({ path }: SlashCommand, options: SentOption[]): SentOption[] {
  const [, first, second] = path
  if (first === undefined) return options
  if (second === undefined) return [{ type: optionType.subcommand, name: first, options }]
  return [{ type: optionType.group, name: first, options: [{ type: optionType.subcommand, name: second, options }] }]
}
