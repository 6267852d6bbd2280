import type { Attachment, GuildMember, Message } from 'discord.js'
import type { Option, Options } from '../feature.ts'
import { UserError } from '#kit/errors.ts'
import { safeEcho } from '#kit/template.ts'
import { assignWords } from './assign-words.ts'
import {
  fetchNamed,
  findChannel,
  findMember,
  findMemberOrRole,
  findRole,
  findUser,
  nameChecker,
  withNames,
} from './lookup.ts'
import { isHelp, isOrder, withCommandsWritten } from './mistaken-texts.ts'
import { isEntity, isQuantity } from './option-matching.ts'
import type { Call } from './run.ts'
import { isPlainKind, readPlain } from './values.ts'
import { helpAsked, usageError } from './words.ts'

function lookUp(
  { guild, channel }: Message<true>,
  asker: GuildMember,
  name: string,
  text: string,
  option: Option,
): unknown {
  if (isPlainKind(option.kind)) return readPlain(name, text, option)
  if (option.kind === 'member') return findMember(guild, asker, text)
  if (option.kind === 'user') return findUser(guild, asker, text)
  if (option.kind === 'role') return findRole(guild, text)
  if (option.kind === 'mentionable') return findMemberOrRole(guild, asker, text)
  return findChannel(guild, asker, { text, option, here: channel })
}

/** The attachments of the message, in order. @throws UserError 'command.usage' when one is missing */
function takeAttachments(options: Options, carried: readonly Attachment[]): Record<string, Attachment> {
  const wanted = Object.entries(options).filter(([, { kind }]) => kind === 'attachment')
  return Object.fromEntries(
    wanted.flatMap(([name, { required }], place) => {
      const attachment = carried[place]
      if (!attachment && required) throw usageError(`Missing: ${name}. Attach a file to your message.`)
      return attachment ? [[name, attachment]] : []
    }),
  )
}

/** The hint for a refused name, choice or duration, in commands where a reason may follow it: how to give only a reason. */
function hintAtRest(options: Options, name: string): string {
  const rest = Object.entries(options).find(([, { kind, required }]) => kind === 'rest' && !required)
  const option = options[name]
  const isMistakable = option && (isEntity(option) || option.kind === 'choice' || option.kind === 'duration')
  return rest && isMistakable && !option.required ? ` If that is the ${rest[0]}, write \`${rest[0]}:\` before it.` : ''
}

const isOptionalRest = (option: Option | undefined) => option?.kind === 'rest' && !option.required

/** Where no number, channel or role was typed: what is possible without one, or where it belongs. */
const hintAtInstead = (option: Option, typed: string): string =>
  option.instead !== undefined && (isEntity(option) || (isQuantity(option) && !/^[+-]?\d+$/.test(typed)))
    ? ` ${option.instead}`
    : ''

/** Where a number or a duration is due and cannot be switched off: that this is so. */
const thereIsNoOff = (option: Option, typed: string): string =>
  isQuantity(option) && option.instead === undefined && isOrder(typed) ? `There is no “${safeEcho(typed)}” here. ` : ''

/** Where a value or `off` is still due: the sentence that asks for it, unless the refused word was such a value. */
function askedFor(options: Options, name: string, assigned: Record<string, string>): string | undefined {
  const off = Object.entries(options).find(
    ([key, { insteadOf }]) =>
      insteadOf !== undefined &&
      assigned[key] === undefined &&
      (insteadOf === name || assigned[insteadOf] === undefined),
  )
  return off?.[1].instead
}

/**
 * Reads the arguments of a typed call.
 * @throws UserError 'command.usage' for the first argument that is missing or cannot be read
 */
export async function readArguments(
  message: Message<true>,
  asker: GuildMember,
  { command, text, prefix }: { command: Call['command']; text: string; prefix: string },
): Promise<Record<string, unknown>> {
  const { guild } = message
  const options = withCommandsWritten(command.options ?? {}, words => `${prefix}${words}`)
  const told = (error: unknown, hint = '', lead = '') =>
    error instanceof UserError && error.code === 'command.usage'
      ? usageError(withNames(guild, asker, `${lead}${error.message}${hint}`))
      : error
  const read = async (name: string, option: Option, typed: string) => {
    try {
      return await lookUp(message, asker, name, typed, option)
    } catch (error) {
      const asked = askedFor(options, name, assigned)
      if (asked !== undefined && isOrder(typed))
        throw usageError(`“${safeEcho(typed)}” is not understood here. ${asked}`)
      const isFound =
        asked === undefined || (isEntity(option) && Object.values(options).some(o => o.insteadOf === name))
      const hint = hintAtRest(options, name) || hintAtInstead(option, typed) || (isFound ? '' : ` ${asked}`)
      throw told(error, hint, thereIsNoOff(option, typed))
    }
  }
  let assigned: Record<string, string> = {}
  let args: Record<string, unknown>
  try {
    await fetchNamed(guild, options, text)
    assigned = assignWords(options, text, nameChecker(guild, asker))
    if (isHelp(text) && Object.keys(assigned).every(name => isOptionalRest(options[name]))) throw helpAsked(command)
    args = takeAttachments(options, [...message.attachments.values()])
  } catch (error) {
    throw told(error)
  }
  for (const [name, option] of Object.entries(options)) {
    const typed = assigned[name]
    if (typed !== undefined) args[name] = await read(name, option, typed)
  }
  return args
}
