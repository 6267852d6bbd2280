import type { Option } from '../declarations/option.ts'
import { booleanOf, isEntity, isMeantFor, isMentionFor, isUnmistakablyOne, type IsName } from './option-matching.ts'
import { isKindOf, nameOfWords, startsWithSpacedName } from './spaced-names.ts'
import { durationLength, isSpelledOut } from './typed-durations.ts'
import type { Named } from './usage-errors.ts'
import type { TypedWord } from './words.ts'

/** Words that only lead to a person, role or channel. */
const joining = new Set(['to', 'into', 'in', 'at', 'of', 'from', 'by', 'for', 'as', 'is', 'set', '='])
/** Those that may as well begin a reason, `.ban for spam`, and so lead to no bare name. */
const beginning = new Set(['as', 'from', 'is', 'by', 'for'])
/** Those that also lead to other values. */
const setting = new Set(['set', 'to', '='])
/** Those that lead to what is due, though nothing may be called that. */
const directing = new Set(['to', 'into'])

/**
 * Whether the first word only leads to the next one, which is a value: `page 2`, `to @jun`. Before a name, joining words
 * count only where the name, or `off` in its place, is required: `in general` may begin a reason.
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
  // Where no text may follow, `in general 5` can mean nothing else.
  const isAlone = rest === undefined && !open.some(([, { kind }]) => kind === 'text')
  const isLed = ([name, option]: Named) => {
    const isDue = option.required || open.some(([, { insteadOf }]) => insteadOf === name)
    // `as #general is raided` may be a reason.
    const leads = option.required || !mayBegin
    // `for bots`, but `for 3 accounts` is a reason.
    const sets = setting.has(said) || (said === 'for' && option.kind === 'choice')
    if ((leads && isMentionFor(option, second)) || (sets && startsValue(behind, option))) return true
    if (!isEntity(option) || mayBegin || (!isDue && !isAlone)) return false
    if (startsWithSpacedName(words, option, names)) return false
    return (isDue && directing.has(said)) || startsName(behind, option, names)
  }
  // Somebody may be called “Set”.
  if (!joining.has(said) || open.some(([, option]) => isName(option, first))) return false
  // `set to 5`
  return open.some(isLed) || (setting.has(said) && isLeadIn(behind, { open, rest }, names))
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
