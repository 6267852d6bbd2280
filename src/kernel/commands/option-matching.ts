import { editDistance } from '#kit/edit-distance.ts'
import { parseDuration } from '#kit/duration.ts'
import type { Option } from '../declarations/option.ts'
import { bareDuration } from './typed-durations.ts'
import { type TypedWord, withoutPunctuation } from './words.ts'

/** Matches a number, optionally with units, but not `100%` or `x2`. */
const amount = /^[+-]?\d[\d.,a-z]*$/i
/** Matches ordinals, which start a reason: `2nd account`. */
const ordinal = /^\d+(?:st|nd|rd|th)$/i

/** The shortest common prefix that counts (characters): a shorter one is a coincidence, as with `on` and `off`. */
const tellingStart = 3

/** The common prefix of an option's choices, such as `del-`; undefined when none of them can be told by it. */
export function sharedStart({ kind, choices = [] }: Option): string | undefined {
  const [first = '', ...others] = choices
  let length = kind !== 'choice' || others.length === 0 ? 0 : first.length
  while (!others.every(other => other.startsWith(first.slice(0, length)))) length -= 1
  return length < tellingStart ? undefined : first.slice(0, length).toLowerCase()
}

/**
 * Whether a word is a choice that no other word looks like, such as `del-1d`, or a misspelling of one: it is meant as a
 * choice wherever it stands.
 */
export function isUnmistakable(option: Option, { text, quoted }: TypedWord): boolean {
  const start = sharedStart(option)
  if (quoted || start === undefined) return false
  const { choices = [] } = option
  const typed = text.toLowerCase()
  const isMisspelt = /\d/.test(typed) && choices.some(choice => editDistance(typed, choice.toLowerCase(), 1) <= 1)
  return typed.startsWith(start) || typed === start.replace(/\W$/, '') || isMisspelt
}

const yes = new Set(['yes', 'on', 'true', 'enable', 'enabled'])
const no = new Set(['no', 'off', 'false', 'disable', 'disabled'])

/** The boolean that a word means, in any case, also with punctuation after it: `on.`; undefined for any other word. */
export function booleanOf(text: string): boolean | undefined {
  const word = withoutPunctuation(text.toLowerCase())
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** What other bots call a choice. */
const otherWords: Readonly<Record<string, string>> = { mute: 'timeout', human: 'members', humans: 'members' }

/** Words for "off" where that is the only choice. */
const offWords = new Set(['off', 'none', 'disable', 'disabled'])

/**
 * The choice that a word is, in any case, also with punctuation after it; for `on` and `off` also `enable` and the
 * like, and where `off` is the only choice also `disable` and `none`. One and many are the same: `bot` for `bots`.
 */
export function choiceMeant(choices: readonly string[], text: string): string | undefined {
  const word = withoutPunctuation(text.toLowerCase())
  const state = choices.length === 2 && choices.includes('on') && choices.includes('off') ? booleanOf(word) : undefined
  if (state !== undefined) return state ? 'on' : 'off'
  const [only] = choices
  if (only === 'off' && choices.length === 1 && offWords.has(word)) return 'off'
  const called = (...names: string[]) => choices.find(choice => names.includes(choice.toLowerCase()))
  return called(word) ?? called(otherWords[word] ?? '') ?? called(`${word}s`, word.replace(/s$/, ''))
}

const entities: ReadonlySet<Option['kind']> = new Set(['member', 'user', 'role', 'mentionable', 'channel'])

/** Whether an option takes people, possibly among others. */
export const isPerson = (kind: Option['kind']): boolean =>
  kind === 'member' || kind === 'user' || kind === 'mentionable'

export const isEntity = ({ kind }: Option): boolean => entities.has(kind)

export const isQuantity = ({ kind }: Option): boolean => kind === 'integer' || kind === 'number' || kind === 'duration'

/** The most words of a name that need no quotes. */
export const mostWordsOfName = 5
/** Discord's limit for the name of a channel (characters); other names are shorter. */
export const longestName = 100

/**
 * Whether a word is the name, or a misspelled name, of an existing member, role or channel. `spelled` leaves misspelled
 * names out. `exactly` is for places where a text is possible, too: then names that are ordinary words do not count,
 * either.
 */
export type IsName = (option: Option, text: string, how?: 'exactly' | 'spelled') => boolean

/** Removes punctuation after a mention or an id, where it certainly is not part of it. */
export const trimAfterId = (text: string): string =>
  /^(?:<[@#][!&]?\d+>|\d{17,20})[,;:.!]+$/.test(text) ? withoutPunctuation(text) : text

/**
 * The part of a word that an option takes: without the punctuation after a mention, an id or a number. Of choices with a
 * shared start, what follows it is enough: `delete:7d`.
 */
export function valuePart(option: Option, text: string): string {
  if (isEntity(option)) return trimAfterId(text)
  const start = sharedStart(option)
  if (start !== undefined) {
    const said = `${start}${withoutPunctuation(text.toLowerCase())}`
    return option.choices?.find(choice => [said, `${said}d`].includes(choice.toLowerCase())) ?? text
  }
  const isNumber = option.kind === 'integer' || option.kind === 'number' || option.unit !== undefined
  return isNumber && /^[+-]?#?\d[\d,.]*[;:!]*$/.test(text) ? withoutPunctuation(text) : text
}

/** Whether a word was probably meant for this option, so that it is refused rather than passed on to the next one. */
export function isMeantFor(option: Option, word: TypedWord, names: IsName): boolean {
  const { kind, choices = [] } = option
  const { text, quoted } = word
  // A quoted word is a text, or a name with spaces.
  if (isEntity(option))
    return quoted || /^(?:<[@#].*>|[@#].+|\d{17,20})$/.test(trimAfterId(text)) || names(option, text)
  if (quoted) return kind === 'text'
  if (kind === 'duration')
    return (
      (amount.test(bareDuration(text)) || /^\d{1,2}:\d{2}$/.test(text)) &&
      !ordinal.test(text) &&
      !/^\d{15,}$/.test(text)
    )
  // Mentions and ids contain digits, too.
  if (isQuantity(option)) return /\d/.test(text) && !/^(?:<[@#].*>|\d{17,20})$/.test(trimAfterId(text))
  if (kind === 'boolean') return booleanOf(text) !== undefined
  if (kind === 'choice') return choiceMeant(choices, text) !== undefined || isUnmistakable(option, word)
  return true
}

const leading = /^(?:the|last|latest|newest|recent)$/i

/** Where in the words a number stands that says how many, and how many words say it: `the last 5 messages`. */
export function spokenCount(
  { counted }: Option,
  words: readonly TypedWord[],
): { place: number; length: number } | undefined {
  if (counted === undefined) return undefined
  const place = words.findIndex(({ text, quoted }) => quoted || !leading.test(text))
  const [number, noun] = words.slice(Math.max(0, place))
  if (!number || number.quoted || !/^[+-]?\d+$/.test(number.text)) return undefined
  const isCounted = noun?.quoted === false && counted.includes(withoutPunctuation(noun.text.toLowerCase()))
  return { place, length: place + (isCounted ? 2 : 1) }
}

const mentions: Partial<Record<Option['kind'], RegExp>> = {
  channel: /^<#\d+>$/,
  role: /^<@&\d+>$/,
  member: /^<@!?\d+>$/,
  user: /^<@!?\d+>$/,
  mentionable: /^<@[!&]?\d+>$/,
}

/** Whether a word is a mention of the kind that this option takes. */
export const isMentionFor = ({ kind }: Option, { text, quoted }: TypedWord): boolean =>
  !quoted && mentions[kind]?.test(trimAfterId(text)) === true

/** Whether a word can be recognized as a value of this option by itself; names and texts cannot. */
export function isUnmistakablyOne(option: Option, word: TypedWord): boolean {
  const { kind, choices = [] } = option
  const { text, quoted } = word
  if (quoted) return false
  if (isMentionFor(option, word)) return true
  if (isEntity(option)) return /^\d{17,20}$/.test(trimAfterId(text))
  if (kind === 'integer' || kind === 'number') return /^[+-]?\d{1,9}$/.test(text)
  if (kind === 'duration')
    return option.unit === undefined
      ? /^\d+[a-z]/i.test(text) && parseDuration(text) !== undefined
      : /^\d/.test(text) && (/^\d{1,9}$/.test(text) || parseDuration(text) !== undefined)
  if (kind === 'boolean') return booleanOf(text) !== undefined
  return kind === 'choice' && choiceMeant(choices, text) !== undefined
}

/** Removes a leading `&`, `and` or the like: `& @jun`, `and @jun`. */
export function skipConjunction(words: readonly TypedWord[]): readonly TypedWord[] {
  const [first] = words
  return first?.quoted === false && /^(?:[&+,;/]|and)$/i.test(first.text) ? words.slice(1) : words
}

/**
 * Whether the words begin with another value for this option, which has one already: a mention, the id of a person, a
 * word that begins with `@`, or an exact name, even one of several words.
 */
export function startsAnotherValue(option: Option, words: readonly TypedWord[], names: IsName): boolean {
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

/** Whether a word is or was meant to be somebody's id or mention: `8035111022467891x`. */
export const resemblesId = ({ text, quoted }: TypedWord): boolean =>
  !quoted && (/^(?:<[@#]|@)/.test(text) || text.replace(/\D/g, '').length >= 10)

/** Whether a word is somebody's id or mention, give or take a digit; a reason may only contain one in quotes. */
export const isNearlyId = ({ text, quoted }: TypedWord): boolean => !quoted && /^(?:<@!?)?\d{15,}/.test(text)
