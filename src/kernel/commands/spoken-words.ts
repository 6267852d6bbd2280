import { safeEcho } from '#kit/template.ts'
import type { Option } from '../declarations/option.ts'
import {
  booleanOf,
  isEntity,
  isMeantFor,
  isMentionFor,
  isUnmistakablyOne,
  mostWordsOfName,
  type IsName,
} from './option-matching.ts'
import { durationLength, isSpelledOut } from './typed-durations.ts'
import { isHere, namesHere } from './pronouns.ts'
import type { Named } from './usage-errors.ts'
import { type TypedWord, usageError } from './words.ts'

/** The words as one text. */
export const spoken = (words: readonly TypedWord[], sign = ' '): string => words.map(({ text }) => text).join(sign)

interface Spaced {
  /** How many words it takes. */
  length: number
  name: string
}

/**
 * The first words, when they are a name only together: `Bench talk`, also for `#bench-talk`. One that is spelled like
 * that comes before a misspelled one.
 */
export function nameOfWords(words: readonly TypedWord[], option: Option, names: IsName): Spaced | undefined {
  const [first] = words
  if (!first || first.quoted || names(option, first.text)) return undefined
  return spacedName(words, each => names(option, each, 'spelled')) ?? spacedName(words, each => names(option, each))
}

function spacedName(words: readonly TypedWord[], isNamed: (text: string) => boolean): Spaced | undefined {
  for (let length = Math.min(words.length, mostWordsOfName); length > 1; length -= 1) {
    const some = words.slice(0, length)
    if (some.some(({ quoted }) => quoted)) continue
    const name = [' ', '-'].map(sign => spoken(some, sign)).find(isNamed)
    if (name !== undefined) return { length, name }
  }
  return undefined
}

/** Whether all the words together are a name as it is spelled: `to do`, also for `#to-do`. */
const areName = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  [' ', '-'].some(sign => names(option, spoken(words, sign), 'spelled'))

/** Whether the first of the words are a name as it is spelled, with a space or hyphen in it: `User One`. */
const startsWithSpacedName = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  isEntity(option) && spacedName(words, text => names(option, text, 'spelled')) !== undefined

/** Words that continue a sentence that began with `here`: `here is the news`. */
const continuing = /^(?:is|are|was|were|comes?|goes|lies|we|you|i|he|she|it|they|there)(?:['’]\p{L}+)?$/iu

/**
 * The first words, where they are the name of a channel only together, before a text: `bench talk hello`.
 * @throws UserError 'command.usage' when `this` or `here` may begin the text
 */
export function channelOfWords(
  words: readonly TypedWord[],
  [name, option]: Named,
  [text]: Named,
  names: IsName,
): Spaced | undefined {
  const [first, second] = words
  if (!first || !second || first.quoted) return undefined
  const together = nameOfWords(words, option, (one, each) => names(one, each, 'spelled'))
  const isText = namesHere(first.text)
    ? !second.quoted && continuing.test(second.text)
    : isHere(first.text) && !names(option, first.text, 'spelled')
  if (!together && isText)
    throw usageError(
      `Is “${safeEcho(first.text)}” the ${name}, or part of the ${text}? Mention the ${name} first, or put the ${text} in quotes. Nothing was done.`,
    )
  return together
}

/**
 * How many words the last name takes: all of them, unless they begin with a name and go on with another option,
 * `general off`, where nothing is called all of that.
 * @param others the options that have no value yet
 */
export function lengthOfName(
  words: readonly TypedWord[],
  option: Option,
  others: readonly Named[],
  names: IsName,
): number {
  const values = others.filter(([, other]) => other !== option && !isEntity(other))
  if (values.length === 0 || areName(words, option, names)) return words.length
  for (let length = words.length - 1; length > 0; length -= 1) {
    const next = words[length]
    const isOver = next && values.some(([, other]) => isMeantFor(other, next, names))
    if (isOver && names(option, spoken(words.slice(0, length)))) return length
  }
  return words.length
}

/** Words that only lead to a person, role or channel. */
const joining = new Set(['to', 'into', 'in', 'at', 'of', 'from', 'by', 'for', 'as', 'is', 'set', '='])
/** Those that may as well begin a reason, `.ban for spam`, and so lead to no bare name. */
const beginning = new Set(['as', 'from', 'is', 'by', 'for'])
/** Those that also lead to other values. */
const setting = new Set(['set', 'to', '='])
/** Those that lead to what is due, though nothing may be called that. */
const directing = new Set(['to', 'into'])

/** What people call the options of a kind, whatever their names are: `user @mara`. */
const kindWords: Readonly<Record<string, readonly Option['kind'][]>> = {
  user: ['user', 'member', 'mentionable'],
  member: ['user', 'member', 'mentionable'],
  role: ['role', 'mentionable'],
  channel: ['channel'],
}
const isKindOf = ({ kind }: Option, word: string): boolean =>
  Object.hasOwn(kindWords, word) && kindWords[word]?.includes(kind) === true

/**
 * Whether the first word only leads to the next one, which is a value: `page 2`, `to @jun`. Before a name, joining words
 * count only where the name is required: `in general` may begin a reason.
 * @param given.open the options that have no value yet
 * @param given.rest the text that the first word may begin instead, such as a reason
 */
export function isLeadIn(
  words: readonly TypedWord[],
  { open, rest }: { open: readonly Named[]; rest: Named | undefined },
  names: IsName,
): boolean {
  const [first, second] = words
  if (!first || !second || first.quoted) return false
  const said = first.text.toLowerCase()
  // Where a required text is due, any word is that text: `.purgetoken to 5`.
  if (open.find(([, { required }]) => required)?.[1].kind === 'text') return false
  const isName = (option: Option, word: TypedWord) => isEntity(option) && names(option, word.text)
  const called = open.find(([name]) => name === said) ?? open.find(([, option]) => isKindOf(option, said))
  if (called) {
    const [, option] = called
    if (startsWithSpacedName(words, option, names)) return false
    return (isUnmistakablyOne(option, second) || isName(option, second)) && !isName(option, first)
  }
  const behind = words.slice(1)
  const mayBegin = rest !== undefined && beginning.has(said)
  const isLed = ([, option]: Named) => {
    // `as #general is raided` may be a reason.
    const leads = option.required || !mayBegin
    // `for bots`, but `for 3 accounts` is a reason.
    const sets = setting.has(said) || (said === 'for' && option.kind === 'choice')
    if ((leads && isMentionFor(option, second)) || (sets && startsValue(behind, option))) return true
    if (!option.required || !isEntity(option) || mayBegin) return false
    if (startsWithSpacedName(words, option, names)) return false
    return directing.has(said) || startsName(behind, option, names)
  }
  // Somebody may be called “Set”.
  return joining.has(said) && !open.some(([, option]) => isName(option, first)) && open.some(isLed)
}

/** Whether a word such as `on` or `add` only says that the option is not `off`: `.slowmode on 10`. */
export function isNotOff(word: TypedWord, open: readonly Named[], names: IsName): boolean {
  const isOn = booleanOf(word.text) === true || word.text.toLowerCase() === 'add'
  if (word.quoted || !isOn || !open.some(([, { insteadOf }]) => insteadOf !== undefined)) return false
  return !open.some(([, option]) => isEntity(option) && names(option, word.text))
}

/** Whether the words begin with what can only be a value of this option: `10`, `5 minutes`. */
const startsValue = (words: readonly TypedWord[], option: Option): boolean =>
  words[0] !== undefined &&
  (isUnmistakablyOne(option, words[0]) || (option.kind === 'duration' && !words[0].quoted && durationLength(words) > 1))

const startsName = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  words[0] !== undefined && (names(option, words[0].text) || nameOfWords(words, option, names) !== undefined)

/** Whether the words begin with a duration as people say it: `half an hour`, `for 3d`. */
export const isSpokenDuration = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  option.kind === 'duration' &&
  !words[0]?.quoted &&
  (isSpelledOut(words) ||
    (/^for$/iu.test(words[0]?.text ?? '') &&
      words[1] !== undefined &&
      (isMeantFor(option, words[1], names) || isSpelledOut(words.slice(1)))))
