import { nearestDuration, parseDuration } from '#kit/duration.ts'
import { editDistance } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { sharedStart, skipConjunction } from './option-matching.ts'
import { bareDuration, durationLength } from './typed-durations.ts'
import type { Named } from './usage-errors.ts'
import { type TypedWord, usageError, withoutPunctuation } from './words.ts'

/** What is deleted, where somebody says how much of it. */
const messageNoun = /^(?:messages?|msgs?|posts?|history)[.,;:!]*$/i

/**
 * Whether a word is a number, alone or with a unit of time: `5`, `3h`, `2 weaks`. In `2fa` and `4chan`, the digit is
 * part of a word.
 */
function isNumberOrTime(text: string): boolean {
  const bare = withoutPunctuation(text)
  return /^\d+$/.test(bare) || parseDuration(bare) !== undefined || nearestDuration(bare) !== undefined
}

/** How many words only say what a length of time is about: `of his messages`. */
function lengthOfNoun(words: readonly TypedWord[]): number {
  const place = words.findIndex(({ text, quoted }) => quoted || !/^(?:worth|of|his|her|their|the|all)$/i.test(text))
  const noun = words[place]
  return noun?.quoted === false && messageNoun.test(noun.text) ? place + 1 : 0
}

/** Whether a word is an option's name, or the common prefix of its choices: `delete`, `del`. */
function namesChoices([name, option]: Named, { text, quoted }: TypedWord): boolean {
  const start = sharedStart(option)
  return start !== undefined && !quoted && [start.replace(/\W$/, ''), name].includes(text.toLowerCase())
}

/**
 * The choice that an option's name, or the common prefix of its choices, forms together with the next words, and how
 * many words that are: `delete 7d`, `del 7`, `delete 7 days of messages`. With a number that is none of the choices,
 * `del 5`, or that counts messages, `delete 3 messages`, or with a misspelled one, it is what was typed, to be refused.
 */
export function spokenChoice(
  named: Named,
  words: readonly TypedWord[],
): { choice: string; length: number } | undefined {
  const [, { choices = [] }] = named
  const [word, next, ...more] = words
  if (!word || !next || next.quoted || !namesChoices(named, word)) return undefined
  const start = sharedStart(named[1]) ?? ''
  const typed = `${start}${next.text.toLowerCase()}`
  const behind = words.slice(1)
  const length = durationLength(behind)
  const said = behind.slice(0, length).map(({ text }) => text)
  const ms = parseDuration(bareDuration(said.join(' ')))
  if (ms !== undefined) {
    const choice = choices.find(one => parseDuration(one.slice(start.length)) === ms)
    return { choice: choice ?? typed, length: 1 + length + lengthOfNoun(behind.slice(length)) }
  }
  const isCount = more.slice(0, 3).some(({ text }) => messageNoun.test(text))
  const meant = isCount ? undefined : choices.find(one => [typed, `${typed}d`].includes(one.toLowerCase()))
  const isMistyped =
    isNumberOrTime(next.text) ||
    (/^\d/.test(next.text) && choices.some(choice => editDistance(typed, choice.toLowerCase(), 1) <= 1))
  return meant !== undefined || isMistyped ? { choice: meant ?? typed, length: 2 } : undefined
}

/**
 * Refuses a reason that begins with what was meant for an option with choices, but is none of them: `delete messages`,
 * `and delete the last 5`.
 * @throws UserError 'command.usage' that says how to write the one and the other
 */
export function refuseChoiceInReason(name: string, words: readonly TypedWord[], open: readonly Named[]): void {
  const [first, ...more] = skipConjunction(words)
  if (!first) return
  const [verb = '', noun = ''] = first.text.split(/[-_]/)
  const isMuch = ({ text, quoted }: TypedWord) =>
    !quoted && (/^(?:all|everything)\W*$/i.test(text) || isNumberOrTime(text) || messageNoun.test(text))
  if (!messageNoun.test(noun) && !more.some(isMuch)) return
  const choice = open.find(one => namesChoices(one, { ...first, text: verb }))
  if (choice)
    throw usageError(
      `Is “${safeEcho(first.text)}” the ${choice[0]}, or part of the ${name}? Write ${listed(choice[1].choices ?? [], 'or')} for the one, or write \`${name}:\` before the whole ${name} for the other. Nothing was done.`,
    )
}

/**
 * Refuses a duration at the end of a reason that names an option with choices: `spam delete 7d`.
 * @param typed the duration
 * @param written the duration as its own option
 * @throws UserError 'command.usage' that says how to write the one and the other
 */
export function refuseDurationOfChoice(
  typed: string,
  written: string,
  before: readonly TypedWord[],
  open: readonly Named[],
): void {
  const choice = open.find(one => before.some(word => namesChoices(one, word)))
  if (choice)
    throw usageError(
      `Is “${safeEcho(typed)}” how long it lasts, or does it belong to “${choice[0]}”? Write ${safeEcho(written)} for the one, or ${listed(choice[1].choices ?? [], 'or')} for the other. Nothing was done.`,
    )
}
