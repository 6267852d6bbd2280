import { isMisspelt } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import type { Option, Options } from '../declarations/option.ts'
import { usageError, type TypedWord } from './words.ts'

/** The same options, with the commands in their hints as the caller writes them: `{prefix}nick reset`. */
export const withCommandsWritten = (options: Options, write: (words: string) => string): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const { instead, mistaken } = option
      const written = (hint: string | undefined) =>
        hint?.replaceAll(/\{prefix\}([^`]*)/g, (_, words: string) => write(words))
      const hints = {
        ...(instead !== undefined && { instead: written(instead) }),
        ...(mistaken && { mistaken: (typed: string) => written(mistaken(typed)) }),
      }
      return [name, { ...option, ...hints } as Option]
    }),
  )

/** Words that are orders when they stand alone. */
const orders = new Set(
  'on off none reset clear remove delete disable disabled enable enabled default stop empty unset'.split(' '),
)

const states = new Set(['yes', 'no', 'true', 'false'])

const bare = (text: string) => text.toLowerCase().replace(/[.,!?]+$/u, '')

/** Whether somebody asks how a command is used, instead of using it. */
export const isHelp = (text: string): boolean => /^\s*(?:help|\?+|-h|--?help)\s*$/i.test(text)

/** Whether a word is an order or a state, which names nothing. */
export const isOrder = (text: string): boolean => orders.has(bare(text)) || states.has(bare(text))

const letters = (text: string) => [...text].toSorted().join('')
const onceEach = (text: string) => text.replaceAll(/(.)\1+/gu, '$1')

/**
 * Whether a word is a typing error for a keyword. In a short word, a different letter makes a different word: `done` is
 * not a misspelled `none`, but `noen` and `offf` are misspelled.
 */
function isSlipOf(typed: string, keyword: string): boolean {
  if (keyword.length > 4) return isMisspelt(typed, keyword)
  if (keyword.length < 3 || typed.length < 3 || typed[0] !== keyword[0]) return false
  return letters(typed) === letters(keyword) || onceEach(typed) === onceEach(keyword)
}

/** A text of at most this many characters is a name, which hardly ever begins with “to”. */
const longestName = 100

/** Words that may follow an order without turning it into an ordinary text. */
const beside = /^(?:please|pls|plz|it|this|that|all|again|now|thanks|thx|(?:my|his|her|their|the)|nick|nickname|name)$/

/**
 * Refuses a text that sounds like an order, for options that are stored as they are typed: `off please`, `rset`, a
 * nickname `reset`.
 * @throws UserError 'command.usage' that says how to give the order, and how to use the words as text
 */
export function refuseKeywordAsText(
  name: string,
  { keywords, instead, max = Infinity }: Option,
  words: readonly TypedWord[],
): void {
  const [first] = words
  if (keywords === undefined || !first || first.quoted) return
  const word = bare(first.text)
  const isName = max <= longestName
  // A sentence may begin with “set”, unless the text is a setting, which is set.
  const needless = ['=', ...(isName ? ['set', 'to', name] : keywords.length > 0 ? ['set'] : [])]
  if (words.length > 1 && needless.includes(first.text))
    throw usageError(
      `“${safeEcho(first.text)}” is not needed: write the ${name} alone, or in quotes if it does begin with that. Nothing was changed.`,
    )
  const isKeyword = keywords.includes(word)
  const isMoreThanOrder = words.slice(1).some(({ text, quoted }) => quoted || !beside.test(bare(text)))
  if (words.length > 1 && (isKeyword || isMoreThanOrder)) {
    if (isKeyword)
      throw usageError(
        `“${safeEcho(first.text)}” has to stand alone, with nothing after it. If all of that is the ${name}, put it in quotes. Nothing was changed.`,
      )
    return
  }
  if (words.length === 1 && keywords.includes(first.text.toLowerCase())) return
  const meant = isKeyword ? [word] : keywords.filter(keyword => isSlipOf(word, keyword))
  if (meant.length === 0 && !orders.has(word)) return
  const known = (meant.length > 0 ? meant : keywords).map(keyword => `\`${keyword}\``)
  const hint = instead ?? (known.length > 0 ? `Did you mean ${listed(known, 'or')}?` : '')
  const text = safeEcho(words.map(each => each.text).join(' '))
  throw usageError(
    [`“${text}” sounds like an order.`, hint, `If it is the ${name}, put it in quotes. Nothing was changed.`]
      .filter(Boolean)
      .join(' '),
  )
}

/** Words that only lead to a name. */
const leadsToName = /^(?:to|into|as|=)$/

/**
 * Refuses a word that only leads to a name where the name is due and a text follows: `.tag save to hello Hi`.
 * @throws UserError 'command.usage' that says how to use it as the name
 */
export function refuseLeadAsName(name: string, [first, ...more]: readonly TypedWord[]): void {
  if (!first || first.quoted || more.length === 0 || !leadsToName.test(first.text)) return
  throw usageError(
    `“${safeEcho(first.text)}” is not needed: begin with the ${name}, or put it in quotes if it is that. Nothing was changed.`,
  )
}

/**
 * Refuses a text that probably means something else.
 * @throws UserError 'command.usage' that says how to use it as text
 */
export function refuseMistaken(name: string, { mistaken }: Option, words: readonly TypedWord[]): void {
  if (words.length === 0 || words.some(({ quoted }) => quoted)) return
  const text = words.map(word => word.text).join(' ')
  const meant = mistaken?.(text)
  if (meant !== undefined)
    throw usageError(`“${safeEcho(text)}” ${meant} If it is the ${name}, put it in quotes. Nothing was changed.`)
}
