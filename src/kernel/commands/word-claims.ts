import { editDistance } from '#kit/edit-distance.ts'
import { parseDuration } from '#kit/duration.ts'
import type { Option } from '../declarations/option.ts'
import { bareDuration } from './typed-durations.ts'
import { type TypedWord, withoutPunctuation } from './words.ts'

/** A number, perhaps with units: not `100%` or `x2`. */
const amount = /^[+-]?\d[\d.,a-z]*$/i
/** As in `2nd account`, the start of a reason. */
const ordinal = /^\d+(?:st|nd|rd|th)$/i

/** What all choices begin with, such as `del-`: '' when they have nothing in common. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = others.length === 0 ? 0 : first.length
  while (!others.every(other => other.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).toLowerCase()
}

/** A shorter common prefix is a coincidence: `on` and `off`. */
const tellingStart = 3

/** Choices that no other word looks like, as `del-1d`: they are meant wherever they stand, and so is a misspelt one. */
export function isUnmistakable({ kind, choices = [] }: Option, { text, quoted }: TypedWord): boolean {
  const start = sharedStart(choices)
  if (kind !== 'choice' || quoted || start.length < tellingStart) return false
  const typed = text.toLowerCase()
  const isMisspelt = /\d/.test(typed) && choices.some(choice => editDistance(typed, choice.toLowerCase(), 1) <= 1)
  return typed.startsWith(start) || typed === start.replace(/\W$/, '') || isMisspelt
}

const yes = new Set(['yes', 'on', 'true', 'enable', 'enabled'])
const no = new Set(['no', 'off', 'false', 'disable', 'disabled'])

/** The boolean a word means, in any case, also with what closes it: `on.`; undefined for any other word. */
export function booleanOf(text: string): boolean | undefined {
  const word = withoutPunctuation(text.toLowerCase())
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** The choice that a word is, in any case, also with what closes it; between `on` and `off` also `enable` and its like. */
export function choiceMeant(choices: readonly string[], text: string): string | undefined {
  const word = withoutPunctuation(text.toLowerCase())
  const state = choices.length === 2 && choices.includes('on') && choices.includes('off') ? booleanOf(word) : undefined
  if (state !== undefined) return state ? 'on' : 'off'
  return choices.find(choice => choice.toLowerCase() === word)
}

const entities: ReadonlySet<Option['kind']> = new Set(['member', 'user', 'role', 'mentionable', 'channel'])

/** Whether it takes people, perhaps roles as well. */
export const isPerson = (kind: Option['kind']): boolean =>
  kind === 'member' || kind === 'user' || kind === 'mentionable'

export const isEntity = ({ kind }: Option): boolean => entities.has(kind)

const isQuantity = ({ kind }: Option): boolean => kind === 'integer' || kind === 'number' || kind === 'duration'

/** Words that a name may have without being quoted. */
export const mostWordsOfName = 5
/** Discord's limit for the name of a channel; the others are shorter. */
export const longestName = 100

/**
 * Whether a word stands for an existing member, role or channel by its name, or for a misspelt one; `exactly` is for
 * where a text may stand too: no misspelt one, and none that is a word like any other.
 */
export type IsName = (option: Option, text: string, how?: 'exactly') => boolean

/** The same of a mention or an id, where it is certain that the punctuation is no part of it. */
export const withoutItsEnd = (text: string): string =>
  /^(?:<[@#][!&]?\d+>|\d{17,20})[,;:.!]+$/.test(text) ? withoutPunctuation(text) : text

/** What an option takes of a word: what sets it off from the next one is no part of who is meant, or of a number. */
export function ownPart(option: Option, text: string): string {
  if (isEntity(option)) return withoutItsEnd(text)
  const isNumber = option.kind === 'integer' || option.kind === 'number'
  return isNumber && /^[+-]?#?\d[\d,.]*[;:!]*$/.test(text) ? withoutPunctuation(text) : text
}

/** Whether a word was probably meant for this option, so that it is refused rather than passed on to the next one. */
export function isMeantFor(option: Option, word: TypedWord, names: IsName): boolean {
  const { kind, choices = [] } = option
  const { text, quoted } = word
  // What is quoted is a text, or a name with spaces.
  if (isEntity(option))
    return quoted || /^(?:<[@#].*>|[@#].+|\d{17,20})$/.test(withoutItsEnd(text)) || names(option, text)
  if (quoted) return kind === 'text'
  if (kind === 'duration')
    return (
      (amount.test(bareDuration(text)) || /^\d{1,2}:\d{2}$/.test(text)) &&
      !ordinal.test(text) &&
      !/^\d{15,}$/.test(text)
    )
  // What somebody or something is named by has digits, too.
  if (isQuantity(option)) return /\d/.test(text) && !/^(?:<[@#].*>|\d{17,20})$/.test(withoutItsEnd(text))
  if (kind === 'boolean') return booleanOf(text) !== undefined
  if (kind === 'choice') return choiceMeant(choices, text) !== undefined || isUnmistakable(option, word)
  return true
}

/** What an option's name, or what its choices begin with, says together with the next word: `delete 7d`, `del 7`. */
export function spokenChoice(
  name: string,
  { kind, choices = [] }: Option,
  words: readonly TypedWord[],
): string | undefined {
  const [word, next] = words
  const start = sharedStart(choices)
  if (kind !== 'choice' || !word || !next || word.quoted || next.quoted || start.length < tellingStart) return undefined
  if (![start.replace(/\W$/, ''), name].includes(word.text.toLowerCase())) return undefined
  const typed = `${start}${next.text.toLowerCase()}`
  return choices.find(choice => [typed, `${typed}d`].includes(choice.toLowerCase()))
}

const mentions: Partial<Record<Option['kind'], RegExp>> = {
  channel: /^<#\d+>$/,
  role: /^<@&\d+>$/,
  member: /^<@!?\d+>$/,
  user: /^<@!?\d+>$/,
  mentionable: /^<@[!&]?\d+>$/,
}

/** Whether a word mentions what this option takes. */
export const isMentionFor = ({ kind }: Option, { text, quoted }: TypedWord): boolean =>
  !quoted && mentions[kind]?.test(withoutItsEnd(text)) === true

/** Whether a word by itself says that it is what this option takes: no name, and no text. */
export function isUnmistakablyOne(option: Option, word: TypedWord): boolean {
  const { kind, choices = [] } = option
  const { text, quoted } = word
  if (quoted) return false
  if (isMentionFor(option, word)) return true
  if (isEntity(option)) return /^\d{17,20}$/.test(withoutItsEnd(text))
  if (kind === 'integer' || kind === 'number') return /^[+-]?\d{1,9}$/.test(text)
  if (kind === 'duration') return /^\d+[a-z]/i.test(text) && parseDuration(text) !== undefined
  if (kind === 'boolean') return booleanOf(text) !== undefined
  return kind === 'choice' && choiceMeant(choices, text) !== undefined
}

/** `& @jun` and `and @jun` without the word between. */
export function behindAnd(words: readonly TypedWord[]): readonly TypedWord[] {
  const [first] = words
  return first?.quoted === false && /^(?:[&+,;/]|and)$/i.test(first.text) ? words.slice(1) : words
}

/**
 * Whether the words begin with one more of what this option took: a mention, the id of a person, what begins with `@`,
 * or an exact name, also one of several words.
 */
export function isAnother(option: Option, words: readonly TypedWord[], names: IsName): boolean {
  const [first] = words
  if (!first || first.quoted || !isEntity(option)) return false
  if (
    isMentionFor(option, first) ||
    (isPerson(option.kind) && /^(?:\d{17,20}[,;:.!]*|@(?!everyone\b|here\b)[\p{L}\d_.].*)$/u.test(first.text))
  )
    return true
  const texts = words.slice(0, mostWordsOfName).map(({ text }) => text)
  return texts
    .flatMap((_, place) => [' ', '-'].map(sign => texts.slice(0, place + 1).join(sign)))
    .some(text => text.length <= longestName && names(option, withoutPunctuation(text), 'exactly'))
}

/** Looks like the id or the mention of somebody, or was meant to: `8035111022467891x`. */
export const resemblesId = ({ text, quoted }: TypedWord): boolean =>
  !quoted && (/^(?:<[@#]|@)/.test(text) || text.replace(/\D/g, '').length >= 10)

/** Is the id or the mention of somebody, give or take a digit: in a reason only in quotes. */
export const isNearlyId = ({ text, quoted }: TypedWord): boolean => !quoted && /^(?:<@!?)?\d{15,}/.test(text)
