import { nearestDuration, parseDuration } from '#kit/duration.ts'
import { editDistance } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { sharedStart, skipConjunction } from './option-matching.ts'
import { bareDuration, durationLength } from './typed-durations.ts'
import type { Named } from './usage-errors.ts'
import { type TypedWord, usageError, withoutPunctuation } from './words.ts'

/** What is deleted, where somebody says how much of it. */
const messageNoun = /^(?:messages?|msgs?|posts?|history)[.,;:!)]*$/i

/**
 * Whether a word is a number, alone or with a unit of time: `5`, `3h`, `2 weaks`. In `2fa` and `4chan`, the digit is
 * part of a word.
 */
function isNumberOrTime(text: string): boolean {
  const bare = withoutPunctuation(text)
  return /^\d+$/.test(bare) || parseDuration(bare) !== undefined || nearestDuration(bare) !== undefined
}

const isPlural = (word: TypedWord | undefined): boolean =>
  word !== undefined && !word.quoted && /^\p{Ll}{2,}s[.,;:!]*$/u.test(word.text)

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
  // `delete 3 messages`, `delete 3 channels`
  const isCount = more.slice(0, 3).some(({ text }) => messageNoun.test(text)) || isPlural(more[0])
  const meant = isCount ? undefined : choices.find(one => [typed, `${typed}d`].includes(one.toLowerCase()))
  const isMistyped =
    isNumberOrTime(next.text) ||
    (/^\d/.test(next.text) && choices.some(choice => editDistance(typed, choice.toLowerCase(), 1) <= 1))
  return meant !== undefined || isMistyped ? { choice: meant ?? typed, length: 2 } : undefined
}

/** Words between a verb and what it says how much of: `delete all of his messages`, `delete the last 7d`. */
const leading =
  /^(?:the|all|every|any|of|his|her|their|those|these|from|last|past|latest|recent|newest|previous|for|up|to|within|in|about|only)$/i
/** What else people have deleted where they say whose or that it is all of it: `delete his links`. */
const otherNoun =
  /^(?:links?|images?|pics?|pictures?|files?|attachments?|texts?|comments?|content|stuff|spam)[.,;:!)]*$/i
/** Words that end a clause, or go on with whose it was: `delete all`, `delete everything he wrote`. */
const endsAll = /^(?:he|she|they|from|by|since|and|[&+-])$/i

/** What people also call deleting. “Clear” is left out: `clear history of spam`. */
const deleting = /^(?:purge|wipe|remove|clean|erase)$/i

/** Whether a word may be meant for an option with choices: its name, or where that is `delete`, another verb for it. */
const mayName = (one: Named, word: TypedWord): boolean =>
  namesChoices(one, word) || (one[0] === 'delete' && !word.quoted && deleting.test(word.text))

/** How much is to be deleted, in the words behind a verb. */
interface Amount {
  /** How many words say it. */
  length: number
  /** Where it is a length of time (ms). */
  ms: number | undefined
}

/**
 * How much a verb such as “delete” is about, in the words behind it: `all messages`, `the last 5`, `everything he
 * wrote`; undefined where they say something else, `all channels`.
 */
function amountIn(words: readonly TypedWord[]): Amount | undefined {
  const found = words.findIndex(({ text, quoted }) => quoted || !leading.test(text))
  const place = found < 0 ? words.length : found
  const [word, next] = words.slice(place)
  const isAll = (each: TypedWord | undefined) => each?.quoted === false && /^(?:all|everything)\W*$/i.test(each.text)
  const last = words[place - 1]
  if (isAll(last) && (!word || endsAll.test(word.text))) return { length: place, ms: undefined }
  if (!word || word.quoted) return undefined
  if (isAll(word) && (/\W$/.test(word.text) || !next || endsAll.test(next.text)))
    return { length: place + 1, ms: undefined }
  if (isNumberOrTime(word.text.replace(/\)$/, ''))) {
    const behind = words.slice(place).map(each => ({ ...each, text: each.text.replace(/\)$/, '') }))
    const length = durationLength(behind)
    const said = behind.slice(0, length).map(({ text }) => text)
    return { length: place + length, ms: parseDuration(bareDuration(said.join(' '))) }
  }
  if (place > 0 && otherNoun.test(word.text)) return { length: place + 1, ms: undefined }
  const noun = [word, next].findIndex(each => each?.quoted === false && messageNoun.test(each.text))
  return noun < 0 ? undefined : { length: place + noun + 1, ms: undefined }
}

/** Words after which a verb begins something else to do: `spam and delete all messages`. */
const connecting = /^(?:and|then|plus|also|please|pls|plz|[&+/|-])$/i
/** Words after which a verb tells what somebody did or is to do: `told to delete 3 days`. */
const telling =
  /^(?:to|not|\p{L}+n['’]?t|will|would|can|could|should|must|may|might|did|do|does|he|she|they|we|i|you|who)$/iu

/** Whether the verb at this place of a reason tells the bot to do something, by the words before it and how much it is about. */
function isInstruction(words: readonly TypedWord[], place: number, { length, ms }: Amount): boolean {
  const before = words[place - 1]
  if (!before || before.quoted) return place === 0
  const isNext = connecting.test(before.text) || /[,;:.!]$/.test(before.text) || words[place]?.text.startsWith('(')
  // `tried to nuke and delete all messages`
  if (isNext) return words[place - 3]?.text.toLowerCase() !== 'to'
  return ms !== undefined && place + 1 + length === words.length && !telling.test(before.text)
}

const withoutBracket = (word: TypedWord): TypedWord => ({ ...word, text: word.text.replace(/^\(/, '') })

/**
 * Refuses a reason that says how much is to be deleted or the like, where an option with choices says that: `delete
 * messages`, `and delete the last 5`, `spam and delete all messages`.
 * @param ways how the caller gives the one and the other
 * @throws UserError 'command.usage' that says how to write the one and the other
 */
export function refuseChoiceInReason(
  name: string,
  words: readonly TypedWord[],
  open: readonly Named[],
  ways = { choose: 'Write', keep: `write \`${name}:\` before the whole ${name}` },
): void {
  const own = skipConjunction(words)
  for (const [place, word] of own.entries()) {
    // `delete-7d`, `del7d`, `delete_messages`
    const { text } = withoutBracket(word)
    const [, verb = text, noun = ''] = /^(\p{L}+?)(?:[-_=]|(?=\d))(.+)$/u.exec(text) ?? []
    const choice = open.find(one => mayName(one, { ...word, text: verb }))
    if (!choice) continue
    const said = noun === '' ? own.slice(place + 1) : [{ ...word, text: noun }]
    const found = amountIn(said)
    const amount = found && noun !== '' ? { ...found, length: 0 } : found
    if (!amount || !isInstruction(own, place, amount)) continue
    const typed = own.slice(place, place + 1 + amount.length).map(({ text }) => text)
    const [key, { choices = [] }] = choice
    const start = sharedStart(choice[1]) ?? ''
    const meant = choices.filter(
      each => amount.ms !== undefined && parseDuration(each.slice(start.length)) === amount.ms,
    )
    throw usageError(
      `Is “${safeEcho(typed.join(' '))}” the ${key}, or part of the ${name}? ${ways.choose} ${listed(meant.length > 0 ? meant : choices, 'or')} for the one, or ${ways.keep} for the other. Nothing was done.`,
    )
  }
}

/**
 * Refuses a duration at the end of a reason that belongs to the name of an option with choices: `spam delete 7d`, but
 * not `threatens to delete the server 7d`.
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
  const own = skipConjunction(before)
  const isBetween = ({ text, quoted }: TypedWord) => !quoted && (leading.test(text) || messageNoun.test(text))
  const choice = open.find(one => {
    const place = own.findLastIndex(word => mayName(one, withoutBracket(word)))
    const verb = own[place]
    if (!verb) return false
    return (place === 0 && namesChoices(one, verb)) || own.slice(place + 1).every(isBetween)
  })
  if (choice)
    throw usageError(
      `Is “${safeEcho(typed)}” how long it lasts, or does it belong to “${choice[0]}”? Write ${safeEcho(written)} for the one, or ${listed(choice[1].choices ?? [], 'or')} for the other. Nothing was done.`,
    )
}
