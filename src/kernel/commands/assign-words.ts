import { parseDuration } from '#kit/duration.ts'
import { nearest } from '#kit/nearest.ts'
import { listed } from '#kit/permissions.ts'
import { repeated } from '#kit/template.ts'
import type { Option, Options } from '../declarations/option.ts'
import {
  durationLength,
  isEntity,
  isMeantFor,
  isNearlyId,
  isUnmistakable,
  type Names,
  resemblesId,
} from './word-claims.ts'
import { splitWords, usageError, type Word } from './words.ts'

type Named = [name: string, option: Option]

const written = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** `duration:3d`, `reason: spam`: an option may be named, as Discord shows what was called after a slash. */
const naming = /^([a-z][a-z-]*):(.*)$/iu

/** `--silent`, also as phones write it. A line of dashes is none. */
const flag = /^(?:--|—)(\p{L}\S*)$/u

function unknownOption(text: string, options: Options): Error {
  const known = Object.entries(options).flatMap(([name, { choices = [] }]) => [name, ...choices])
  const meant = nearest(text.replace(flag, '$1'), known, option => [option])
  const hint = meant.length > 0 ? ` Did you mean ${listed(meant, 'or')}?` : ''
  return usageError(`There is no option “${repeated(text)}”.${hint} To use it as text, put it in quotes.`)
}

/** What is left when every option had its chance: the last one says what it takes, or a choice that it passed over. */
function takerOf(open: readonly Named[]): Named | undefined {
  const last = open.at(-1)
  const choice = open.find(([, { kind }]) => kind === 'choice')
  if (last && choice && !isEntity(last[1]) && last[1].kind !== 'text')
    throw usageError(`${choice[0]} must be ${listed(choice[1].choices ?? [], 'or')}.`)
  return last
}

/**
 * Gives each option its text; attachments are no words. What is required comes first and in order, then come the
 * optional ones in any order, then the rest. A word that may be meant for an option is never taken for the rest: it is
 * refused when it is read. docs/decisions/0007 has the whole grammar.
 * @param names whether a text is somebody's or something's name; also a misspelt one
 * @throws UserError 'command.usage' when one is missing, given twice or unknown, or something is left over
 */
export function assignWords(options: Options, text: string, names: Names = () => false): Record<string, string> {
  let words = splitWords(text)
  let end = text.length
  const assigned: Record<string, string> = {}
  const named = Object.entries(options).filter(([, { kind }]) => kind !== 'attachment')
  const rest = named.find(([, { kind }]) => kind === 'rest')
  const optional = named.filter(([, { required, kind }]) => !required && kind !== 'rest')
  // Without a rest, nothing else can be meant.
  const isName: Names = rest ? names : () => true
  const open = () => optional.filter(([name]) => assigned[name] === undefined)

  function assign(name: string, value: string): void {
    const before = assigned[name]
    if (before !== undefined)
      throw usageError(`${name} is given twice: “${repeated(before)}” and “${repeated(value)}”.`)
    assigned[name] = value
  }

  function takeRest(name: string): void {
    const [first] = words
    const alone = words.length === 1 && first?.quoted
    assign(name, alone ? first.text : text.slice(first?.start ?? end, end).trimEnd())
    words = []
  }

  /** Ids go on as long as words look like one; options may stand among them. */
  function takeIds(name: string): void {
    const ids: Word[] = []
    for (let [word] = words; word && (ids.length === 0 || resemblesId(word)); [word] = words) {
      ids.push(word)
      words = words.slice(1)
      takeMarked()
    }
    const [next] = words
    if (next && words.some(isNearlyId))
      throw usageError(
        `“${repeated(next.text)}” is between ids but is not an id. Nothing was done. Put a reason that contains ids in quotes.`,
      )
    assign(name, written(ids))
  }

  function take([name, option]: Named): void {
    const [word] = words
    if (!word) throw usageError(`Missing: ${name}.`)
    if (option.kind === 'rest') return takeRest(name)
    if (option.kind === 'ids') return takeIds(name)
    const isLast = isEntity(option) && named.at(-1)?.[0] === name
    // A name with spaces needs no quotes where nothing can follow.
    const isName = isLast && words.length > 1 && !words.some(each => each.quoted || /^(?:[<@#]|\d{17})/.test(each.text))
    const length = isName ? words.length : option.kind === 'duration' ? durationLength(words) : 1
    assign(name, written(words.slice(0, length)))
    words = words.slice(length)
  }

  /** Takes what names its option, or can be meant for one only. */
  function takeMarked(): void {
    for (let [word] = words; word; [word] = words) {
      const [, name = '', value = ''] = word.quoted ? [] : (naming.exec(word.text) ?? [])
      const wanted = named.find(([known]) => known === name.toLowerCase())
      const found = wanted ?? optional.find(([, option]) => isUnmistakable(option, word))
      if (!found) return
      const start = word.start + word.text.length - value.length
      if (wanted) words = [...(value === '' ? [] : [{ text: value, start, quoted: false }]), ...words.slice(1)]
      take(found)
    }
  }

  /** Options behind the reason are options: `spam del-1d`. */
  function takeTrailing(): void {
    for (let last = words.at(-1); last; last = words.at(-1)) {
      const word = last
      const found = optional.find(([, option]) => isUnmistakable(option, word))
      if (!found) return
      assign(found[0], word.text)
      words = words.slice(0, -1)
      end = word.start
    }
  }

  for (const each of named.filter(([, { required }]) => required)) {
    if (each[1].kind !== 'rest') takeMarked()
    if (assigned[each[0]] === undefined) take(each)
  }
  let isFirst = true
  for (takeMarked(); words.length > 0; takeMarked()) {
    const [word] = words
    if (!word) break
    const meant =
      open().find(([, option]) => isMeantFor(option, word, isName)) ??
      // One word alone is a name.
      (isFirst && words.length === 1 ? open().find(([, option]) => isEntity(option)) : undefined)
    if (!meant) break
    take(meant)
    isFirst = false
  }
  const [left] = words
  if (!left) return assigned
  if (rest && assigned[rest[0]] === undefined) {
    const again = named.find(([, { kind }]) => kind === 'duration' && parseDuration(left.text) !== undefined)
    if (again && !left.quoted) assign(again[0], left.text)
    if (!left.quoted && flag.test(left.text)) throw unknownOption(left.text, options)
    takeTrailing()
    if (words.length > 0) takeRest(rest[0])
    return assigned
  }
  const taker = takerOf(open())
  if (taker) take(taker)
  const [over] = words
  if (over) throw usageError(`I do not know what to do with “${repeated(over.text)}”.`)
  return assigned
}
