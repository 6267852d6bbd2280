import type { Command } from '../feature.ts'
import { assignWords } from './assign-words.ts'
import { isOrder } from './mistaken-texts.ts'
import { isUnmistakablyOne, type IsName } from './option-matching.ts'
import { isPlainKind, readPlain } from './values.ts'

/** What is not suggested to somebody who did not type it. */
const destructive = /^(?:remove|delete|clear|reset|revoke|take)/

type Options = NonNullable<Command['options']>

/** The options that a text fills; undefined where it is not what the command takes. */
function filled(options: Options, text: string, names: IsName): Record<string, string> | undefined {
  try {
    const assigned = assignWords(options, text, names)
    for (const [name, value] of Object.entries(assigned)) {
      const option = options[name]
      // Words such as `clear` may mean something else than `off`.
      if (!option) return undefined
      const { insteadOf } = option
      if (insteadOf !== undefined && (value.toLowerCase() !== 'off' || assigned[insteadOf] !== undefined))
        return undefined
      if (option.kind === 'text' && (isOrder(value) || /^\d+$/.test(value))) return undefined
      if (isPlainKind(option.kind)) readPlain(name, value, option)
      else if (!isUnmistakablyOne(option, { text: value, start: 0, quoted: false }) && !names(option, value))
        return undefined
    }
    return assigned
  } catch {
    return undefined
  }
}

/** Subcommands that take what was typed. */
interface Taking {
  /** All of it is a value of theirs. */
  certain: string[]
  /** Part of it is, and a text of theirs is the rest. */
  mixed: string[]
  /** It is a text, which may be anything. */
  texts: string[]
}

/** Whether a text is what a command takes, so that another one would not do with it, either. */
export const takes = ({ options = {} }: Pick<Command, 'options'>, text: string, names: IsName): boolean =>
  filled(options, text, names) !== undefined

/** The subcommands that take a text as it is, for somebody who left out which one: `#general` for `channel`. */
export function subcommandsTaking(
  subcommands: Readonly<Record<string, Pick<Command, 'options'>>>,
  text: string,
  names: IsName,
): Taking {
  const found: Taking = { certain: [], mixed: [], texts: [] }
  for (const [name, { options = {} }] of Object.entries(subcommands)) {
    const assigned = destructive.test(name) ? {} : (filled(options, text, names) ?? {})
    const given = Object.keys(assigned).flatMap(key => options[key] ?? [])
    const texts = given.filter(({ kind }) => kind === 'text' || kind === 'rest')
    if (texts.length === 0 && given.length > 0) found.certain.push(name)
    else if (texts.length < given.length) found.mixed.push(name)
    // A reason is what is left when nothing fits.
    else if (texts.some(({ required }) => required)) found.texts.push(name)
  }
  return found
}
