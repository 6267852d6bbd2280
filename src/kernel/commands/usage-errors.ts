import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import type { Option, Options } from '../declarations/option.ts'
import { isOrder } from './mistaken-texts.ts'
import {
  skipConjunction,
  choiceMeant,
  startsAnotherValue,
  isEntity,
  isMentionFor,
  isNearlyId,
  isPerson,
  isUnmistakablyOne,
  type IsName,
  trimAfterId,
} from './option-matching.ts'
import { choiceRefusal } from './values.ts'
import { beginning, flag, type TypedWord, usageError, withoutPunctuation } from './words.ts'

export type Named = [name: string, option: Option]

export function unknownOption(text: string, options: Options): Error {
  const known = Object.entries(options).flatMap(([name, { choices = [] }]) => [name, ...choices])
  const meant = nearest(text.replace(flag, '$1'), known, option => [option])
  const hint = meant.length > 0 ? ` Did you mean ${listed(meant, 'or')}?` : ''
  return usageError(`There is no option “${safeEcho(text)}”.${hint} To use it as text, put it in quotes.`)
}

/**
 * The error for a missing option. A given value that is none of its choices is reported first: `.counter on`. Where a
 * value stands in another's place, that other one is missing: the level in `.levelrole add @Regular`.
 */
export function missingOption(
  due: Named,
  named: readonly Named[],
  { taken, names }: { taken: Readonly<Record<string, string>>; names: IsName },
): Error {
  const isOne = (option: Option, text: string) => isUnmistakablyOne(option, { text, start: 0, quoted: false })
  let missing = due
  for (const [given, option] of named) {
    const typed = taken[given]
    if (typed === undefined) continue
    if (option.kind === 'choice' && choiceMeant(option.choices ?? [], typed) === undefined)
      return choiceRefusal(beginning(given), typed, option)
    const isOwn = option.kind === 'text' || isOne(option, typed) || (isEntity(option) && names(option, typed))
    const isDue = isOne(due[1], typed) || (isEntity(due[1]) && names(due[1], typed, 'spelled'))
    if (!isOwn && isDue) missing = [given, option]
  }
  const [name, { instead }] = missing
  return usageError([`Missing: ${name}.`, instead].filter(Boolean).join(' '))
}

/**
 * The error for a word that no option takes. A title of several words may have been typed without quotes. When the
 * command takes no people, a mention outside of texts is named as what was not understood, wherever it stands.
 */
export function unusedWord(
  word: TypedWord,
  named: readonly Named[],
  taken: Readonly<Record<string, string>> = {},
): Error {
  const isMention = (text = '') => /^<@!?\d+>$/.test(trimAfterId(text))
  const stranger = named.some(([, { kind }]) => isPerson(kind))
    ? undefined
    : [...named.map(([name, { kind }]) => (kind === 'text' ? undefined : taken[name])), word.text].find(isMention)
  const instead = named.flatMap(([, option]) =>
    option.insteadOf !== undefined || (stranger === undefined && option.kind !== 'integer')
      ? []
      : (option.instead ?? []),
  )
  const [text, ...others] = named.filter(([, { kind }]) => kind === 'text')
  const hint =
    text === undefined
      ? instead
      : others.length > 0
        ? ['Put values of several words in quotes.']
        : [`If the ${text[0]} has several words, put them in quotes.`]
  return usageError(
    [`I do not know what to do with “${safeEcho(trimAfterId(stranger ?? word.text))}”.`, ...hint].join(' '),
  )
}

/**
 * Returns the option that a leftover word is given to, to be refused with its own sentence: the last one. A choice that
 * was skipped refuses the word itself, unless a value before it was not recognized, which is reported first.
 * @param taken the texts that the options have taken
 */
export function blamedOption(
  open: readonly Named[],
  named: readonly Named[],
  { taken, names }: { taken: Readonly<Record<string, string>>; names: IsName },
): Named | undefined {
  const isUnknown = named.some(([name, option]) => {
    const given = taken[name]
    if (given === undefined || !isEntity(option)) return false
    return !names(option, given) && !isUnmistakablyOne(option, { text: given, start: 0, quoted: false })
  })
  const last = open.at(-1)
  const choice = open.find(([, { kind, insteadOf }]) => kind === 'choice' && insteadOf === undefined)
  if (!last || !choice || isEntity(last[1]) || last[1].kind === 'text') return last
  // With `off` as the only choice, any other word is left over.
  if (last === choice && choice[1].choices?.length === 1) return undefined
  if (last !== choice || !isUnknown)
    throw usageError(`${beginning(choice[0])} must be ${listed(choice[1].choices ?? [], 'or')}.`)
  return last
}

/**
 * Refuses a second member, role or channel for a command that has one already.
 * @param taken the texts that the options have taken
 * @param hint a sentence to add, about what to do
 * @throws UserError 'command.usage' that names the one too many, or the word that stands in its place
 */
export function refuseSecondOne(
  own: readonly TypedWord[],
  named: readonly Named[],
  { taken, names, hint = '' }: { taken: Readonly<Record<string, string>>; names: IsName; hint?: string },
): void {
  const more = skipConjunction(own)
  const [first] = more
  if (!first) return
  const isText = named.some(([, { kind }]) => kind === 'rest' || kind === 'text')
  const isOne = (option: Option) =>
    startsAnotherValue(option, more, names) ||
    (!isText && isEntity(option) && !first.quoted && names(option, withoutPunctuation(first.text)))
  const before = named.find(([name, option]) => taken[name] !== undefined && isOne(option))
  if (!before) return
  const [name, option] = before
  const text = withoutPunctuation(taken[name] ?? '')
  const isNobody = !isUnmistakablyOne(option, { text, start: 0, quoted: false }) && !names(option, text)
  // A title of several words may have been typed without quotes.
  if (isNobody && named.some(([, { kind }]) => kind === 'text')) return
  const meant = withoutPunctuation(first.text)
  if (isNobody && (isUnmistakablyOne(option, first) || names(option, meant)))
    throw usageError(
      `“${safeEcho(text)}” stands where the ${name} belongs. Did you mean “${safeEcho(meant)}”? Nothing was done.`,
    )
  throw usageError(`“${safeEcho(first.text)}” is one too many: this works on one at a time. Nothing was done.${hint}`)
}

/**
 * Refuses a reason that begins with another person the command may have been meant for.
 * @param isCalled whether the reason was named: `reason: @jun started it`
 * @throws UserError 'command.usage' that says how to write such a reason
 */
export function refuseSecondTarget(
  own: readonly TypedWord[],
  named: readonly Named[],
  { isCalled, ...given }: { taken: Readonly<Record<string, string>>; names: IsName; isCalled: boolean },
): void {
  const [first] = own
  if (first && named.some(([, { kind }]) => kind === 'ids') && own.some(isNearlyId))
    throw usageError(
      `“${safeEcho(first.text)}” is between IDs but is not an ID. Nothing was done. Put a reason that contains IDs in quotes.`,
    )
  if (!isCalled)
    refuseSecondOne(own, named, { ...given, hint: ' Put a reason that begins with a name or an ID in quotes.' })
}

/** A moment instead of a duration: `until tomorrow`, `till 2027`. */
const untilWhen =
  /^(?:until|till|til) (?:\d|tomorrow|tonight|noon|midnight|next |(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]* ?\d|(?:january|february|march|april|june|july|august|september|october|november|december)(?![\p{L}]))/iu

/** Orders that people also give as a reason: `.warn @jun stop`, `.ban @jun none`. */
const alsoReason = /^(?:stop|none|empty|default|no)[.,!?]*$/i

/**
 * Refuses a reason that was probably meant otherwise: with a channel in it, where the command would then act on the
 * channel it was typed in (`.lock raid in #general`), and one that is only an order (`.lock #general off`),
 * unless the command takes orders itself.
 * @throws UserError 'command.usage' that says how to write the one and the other
 */
export function refuseDoubtfulReason(
  name: string,
  own: readonly TypedWord[],
  { named, open }: { named: readonly Named[]; open: readonly Named[] },
): void {
  for (const [key, option] of open) {
    const within = option.kind === 'channel' ? own.find(word => isMentionFor(option, word)) : undefined
    if (within)
      throw usageError(
        `Is “${safeEcho(trimAfterId(within.text))}” the ${key}, or part of the ${name}? Write it first for the one, or write \`${name}:\` before the whole ${name} for the other. Nothing was done.`,
      )
  }
  const length = open.find(([, { kind }]) => kind === 'duration')
  if (length && untilWhen.test(own.map(({ text }) => text).join(' ')))
    throw usageError(
      `“${safeEcho(
        own
          .slice(0, 3)
          .map(({ text }) => text)
          .join(' '),
      )}” is no length of time. Write ${length[0]}:7d and the like, or \`${name}:\` before the whole ${name}. Nothing was done.`,
    )
  const [only, ...more] = own
  const takesOrders = named.some(([, { choices }]) => choices?.length === 1)
  // Other texts, such as the command that `.help clear` asks about, may be any word.
  const isAlone = name === 'reason' && only !== undefined && more.length === 0 && !only.quoted
  if (isAlone && isOrder(only.text) && !alsoReason.test(only.text) && !takesOrders)
    throw usageError(
      `“${safeEcho(only.text)}” sounds like an order. If it is the ${name}, write \`${name}:\` before it. Nothing was done.`,
    )
}
