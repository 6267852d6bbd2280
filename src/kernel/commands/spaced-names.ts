import { safeEcho } from '#kit/template.ts'
import type { Option } from '../declarations/option.ts'
import { isEntity, isMeantFor, longestName, mostWordsOfName, type IsName } from './option-matching.ts'
import { isHere, isPronoun, isSelf, namesHere } from './pronouns.ts'
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
    const name = [' ', '-'].map(sign => spoken(some, sign)).find(text => text.length <= longestName && isNamed(text))
    if (name !== undefined) return { length, name }
  }
  return undefined
}

/** Whether all the words together are a name as it is spelled: `to do`, also for `#to-do`. */
const areName = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  [' ', '-'].some(sign => names(option, spoken(words, sign), 'spelled'))

/** Whether the first of the words are a name as it is spelled, with a space or hyphen in it: `User One`. */
export const startsWithSpacedName = (words: readonly TypedWord[], option: Option, names: IsName): boolean =>
  isEntity(option) && spacedName(words, text => names(option, text, 'spelled')) !== undefined

/** Words that continue a sentence that began with `here`: `here is the news`. */
const continuing = /^(?:is|are|was|were|comes?|goes|lies|we|you|i|he|she|it|they|there)(?:['’]\p{L}+)?$/iu
/** Words that continue a sentence that began with a name: `rules are rules`. */
const predicate = /^(?:is|are|was|were|goes)(?:n['’]?t)?$/u
/** Words that make it a question: `are you ready`. */
const asked = /^(?:any\p{L}*|every\p{L}*|some\p{L}*|you|we|i|he|she|it|they|there|this|that)$/iu

/**
 * Whether these words continue a sentence that begins with the name before them. A text begins with a capital letter
 * where the name has none: `here We are open`. A reason may say what a channel is: `lounge is full`.
 */
function continuesSentence(name: string, words: readonly TypedWord[], what: string): boolean {
  const [first, second] = words
  if (!first || first.quoted) return false
  const isNew = /^\p{Lu}/u.test(first.text) && !/^I(?:['’]|$)/.test(first.text) && !/^\p{Lu}/u.test(name)
  if (isNew) return false
  if (isHere(name)) return continuing.test(first.text)
  const isQuestion = asked.test(second?.text ?? '') || words.at(-1)?.text.endsWith('?') === true
  return what !== 'reason' && !name.startsWith('#') && predicate.test(first.text) && !isQuestion
}

/**
 * The first words, where they are the name of a channel only together, before a text: `bench talk hello`.
 * @throws UserError 'command.usage' when `this`, `here` or the name may begin the text
 */
function channelOfWords(
  words: readonly TypedWord[],
  [name, option]: Named,
  [text]: Named,
  names: IsName,
): Spaced | undefined {
  const [first, second] = words
  if (!first || !second || first.quoted) return undefined
  refuseTwoNames(words, [name, option], names)
  const together = nameOfWords(words, option, (one, each) => names(one, each, 'spelled'))
  const isCalled = names(option, first.text, 'spelled')
  const isText =
    isHere(first.text) && !namesHere(first.text)
      ? !isCalled
      : (isCalled || namesHere(first.text)) && continuesSentence(first.text, words.slice(1), text)
  const isSentence = together && continuesSentence(together.name, words.slice(together.length), text)
  if (isSentence || (!together && isText))
    throw usageError(
      `Is “${safeEcho(together?.name ?? first.text)}” the ${name}, or part of the ${text}? Mention the ${name} first, or put the ${text} in quotes. Nothing was done.`,
    )
  return together
}

/** Whether a word only leads to a value: `general to 5`. */
const isSetting = ({ text, quoted }: TypedWord): boolean => !quoted && /^(?:set|to|=)$/i.test(text)

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
    const name = words.slice(0, length)
    const next = words.slice(length).find(word => !isSetting(word))
    const isOver = next && values.some(([, other]) => isMeantFor(other, next, names))
    // Of `general to 5`, “general to” is no misspelled “general”.
    const isName = name.some(isSetting) ? areName(name, option, names) : names(option, spoken(name))
    if (isOver && isName) return length
  }
  return words.length
}

/** What people call the options of a kind, whatever their names are: `user @mara`. */
const kindWords: Readonly<Record<string, readonly Option['kind'][]>> = {
  user: ['user', 'member', 'mentionable'],
  member: ['user', 'member', 'mentionable'],
  role: ['role', 'mentionable'],
  channel: ['channel'],
}
/** Whether a word, in any case, is what people call the options of this kind. */
export const isKindOf = ({ kind }: Option, word: string): boolean =>
  Object.hasOwn(kindWords, word.toLowerCase()) && kindWords[word.toLowerCase()]?.includes(kind) === true

const isIdOrMention = /^(?:<[@#]|\d{15,})/

/**
 * Refuses words that begin with two names, one of them longer: `Mara Lee spam`, where one member is called “Mara” and
 * another “Mara Lee”.
 * @throws UserError 'command.usage' that says how to name the one or the other
 */
function refuseTwoNames(words: readonly TypedWord[], [what, option]: Named, names: IsName): void {
  const [first, second] = words
  if (!first || !second || first.quoted || isIdOrMention.test(first.text)) return
  const isSpelled = (text: string) => names(option, text, 'spelled')
  const longer = spacedName(words, isSpelled)
  // Nobody writes #general-chat with a space where there is a #general.
  if (!longer?.name.includes(' ')) return
  // In `user One`, the first word may only say what the second one is.
  const shorter = isSpelled(first.text)
    ? first.text
    : isKindOf(option, first.text) && isSpelled(second.text)
      ? second.text
      : undefined
  if (shorter !== undefined)
    throw usageError(
      `Is “${safeEcho(spoken(words.slice(0, longer.length)))}” the ${what}, or only “${safeEcho(shorter)}”? Mention the ${what}, or put the name in quotes. Nothing was done.`,
    )
}

/**
 * The name of several words that comes next, where more may follow it: `User One spam`. A misspelled one is taken, too,
 * to be refused with the nearest.
 * @throws UserError 'command.usage' when a shorter name may be meant
 */
export function nameAhead(
  words: readonly TypedWord[],
  [name, option]: Named,
  rest: Named | undefined,
  names: IsName,
): Spaced | undefined {
  const [first] = words
  if (!isEntity(option)) return undefined
  if (rest && option.kind === 'channel') return channelOfWords(words, [name, option], rest, names)
  if (!first || first.quoted || !option.required || isIdOrMention.test(first.text)) return undefined
  refuseTwoNames(words, [name, option], names)
  const spelled = spacedName(words, text => names(option, text, 'spelled'))
  // `me Boss` is the caller, and no misspelled “The Boss”.
  return spelled ?? (isSelf(first.text) || isPronoun(first.text) ? undefined : nameOfWords(words, option, names))
}

/** The first of the options whose name, of several words, comes next. */
export function optionNamedNext(
  words: readonly TypedWord[],
  options: readonly Named[],
  names: IsName,
): { name: string; spaced: Spaced } | undefined {
  for (const [name, option] of options.filter(([, one]) => isEntity(one))) {
    refuseTwoNames(words, [name, option], names)
    const spaced = nameOfWords(words, option, names)
    if (spaced) return { name, spaced }
  }
  return undefined
}
