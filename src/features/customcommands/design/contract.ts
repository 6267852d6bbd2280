import { z } from 'zod'
import { channelId, limited, postedOf, roleId } from '#contract'
import { type MessageDraft, messageDraft } from '#kit/message/contract.ts'

/** The kind under which commands are recorded in the server's history. */
export const commandsNoted = 'commands'

export const mostCommands = 100
export const mostAnswers = 10
export const mostArguments = 9
/** Characters. */
export const longest = { name: 32, description: 100, word: 24, fallback: 200 } as const
/** The longest cooldown (seconds); anything longer would have to survive a restart. */
export const longestWait = 3600
/** Limits per server and minute: all answers, those sent as direct messages, and refusals that are explained. */
export const budget = { minuteMs: 60_000, answers: 60, directMessages: 10, refusals: 60 } as const
/** The most characters that all answers of a command may take when stored, URLs included. */
const mostStored = 48_000

/** The name, as typed after the prefix. */
export const commandName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,${longest.name - 1}}$`, 'u'),
    `A name has 1 to ${longest.name} letters, digits, - and _, and no spaces.`,
  )
  .refine(name => /\p{L}/u.test(name), 'A name has at least one letter.')
  .meta({ examples: ['rules'] })

/** A word that can be typed after the name. */
const argument = z.object({
  /** For the usage line. */
  name: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      new RegExp(`^[\\p{L}\\p{N}][\\p{L}\\p{N} _-]{0,${longest.word - 1}}$`, 'u'),
      `Name it with 1 to ${longest.word} letters, digits, spaces, - and _.`,
    )
    .meta({ examples: ['who'] }),
  required: z.boolean().default(false),
  /** The text used if the word is left out; it may have placeholders of its own. */
  fallback: limited(longest.fallback, 'What stands in its place').default(''),
})
export type Argument = z.output<typeof argument>

const ways = ['reply', 'channel', 'dm'] as const

const roles = (label: string) => z.array(roleId).max(25, `${label}: at most 25 roles.`).default([])
const channels = (label: string) => z.array(channelId).max(50, `${label}: at most 50 channels.`).default([])
const wait = z
  .int('Enter whole seconds.')
  .min(0, 'Enter at least 0.')
  .max(longestWait, `Enter at most ${longestWait} seconds, an hour.`)
  .default(0)

const answers = z
  .array(messageDraft)
  .min(1, 'A command needs an answer.')
  .max(mostAnswers, `A command has at most ${mostAnswers} answers.`)
  .refine(list => JSON.stringify(list).length <= mostStored, 'All answers together are too long to be kept.')

/** The editable part of a command. */
export const commandDesign = z.object({
  name: commandName,
  /** Shown in lists and help. */
  description: limited(longest.description, 'The description').default(''),
  on: z.boolean().default(true),
  arguments: z.array(argument).max(mostArguments, `A command takes at most ${mostArguments} words.`).default([]),
  /** One of these is sent, chosen at random. */
  answers,
  sends: z.enum(ways).default('reply'),
  /** Whether the message that calls the command is deleted. */
  deletes_call: z.boolean().default(false),
  /** Whether roles, users and everyone mentioned in the answer are pinged. The caller always may be. */
  pings: z.boolean().default(false),
  allowed_roles: roles('Allowed roles'),
  denied_roles: roles('Denied roles'),
  allowed_channels: channels('Allowed channels'),
  denied_channels: channels('Denied channels'),
  /** Seconds until the same member, or anybody in the channel, may use it again. */
  member_wait: wait,
  shared_wait: wait,
  /** The roles that the caller is given and loses. */
  gives_role: roleId.nullable().default(null),
  takes_role: roleId.nullable().default(null),
})
export type CommandDesign = z.output<typeof commandDesign>

/** The body that edits a command: a key that is left out keeps its stored value, or gets its default in a new one. */
export const postedDesign = postedOf(commandDesign)

/** The usage of a command: '<who> [reason]'. */
export const usageOf = ({ arguments: list }: Pick<CommandDesign, 'arguments'>): string =>
  list.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ')

/** Conflicts among the words, by the path of the field. */
export const wordProblems = ({ arguments: list }: Pick<CommandDesign, 'arguments'>): Record<string, string> =>
  Object.fromEntries(
    list.flatMap(({ name, required }, at) => [
      ...(list.findIndex(one => one.name === name) < at
        ? [[`arguments.${at}.name`, 'Another word already has this name.'] as const]
        : []),
      ...(required && list.slice(0, at).some(one => !one.required)
        ? [[`arguments.${at}.required`, 'Required words come before those that may be left out.'] as const]
        : []),
    ]),
  )

/** Why an answer cannot have a part of the message: pressing its controls would do nothing, and no files are stored. */
export function partProblem({ kind, components, layout, attachments }: MessageDraft): string | undefined {
  if (kind === 'components' || layout.length > 0) return 'An answer is made from text and embeds.'
  if (components.length > 0) return 'An answer has no buttons or selects.'
  return attachments.length > 0 ? 'An answer has no files. Use the address of a picture.' : undefined
}

export const commandId = z.string().regex(/^[\w-]{1,32}$/, 'A command needs an ID.')

/** A reason why part of a command does not work. */
const problem = z.object({
  /** The field that it is about. */
  field: z.string(),
  sentence: z.string(),
})
export type CommandProblem = z.output<typeof problem>

/** A command as pages show it. */
export const serverCommand = commandDesign.extend({
  id: commandId,
  /** Counts saves: posted with a command, so that nothing is saved over changes by others. */
  revision: z.int(),
  uses: z.int(),
  /** Unix ms; null if it was never used. */
  used_at: z.number().nullable(),
  saved_at: z.number(),
  saved_by: z.string().nullable(),
  /** A built-in command that is one typo away, so that it may be typed by mistake. */
  near: z.string().nullable(),
  problems: z.array(problem),
})
export type CustomCommand = z.output<typeof serverCommand>
