import { parseDuration } from '#kit/duration.ts'
import { safeEcho } from '#kit/template.ts'
import type { Options } from '../declarations/option.ts'
import {
  isEntity,
  isMeantFor,
  isMentionFor,
  isUnmistakable,
  isUnmistakablyOne,
  valuePart,
  type IsName,
  resemblesId,
  spokenCount,
} from './option-matching.ts'
import { lengthOfName, nameAhead, optionNamedNext, spoken } from './spaced-names.ts'
import { refuseChoiceInReason, refuseDurationOfChoice, spokenChoice } from './spoken-choices.ts'
import { isLeadIn, isNotOff, isSpokenDuration } from './spoken-words.ts'
import {
  blamedOption,
  missingOption,
  type Named,
  refuseDoubtfulReason,
  refuseSecondOne,
  refuseSecondTarget,
  unknownOption,
  unusedWord,
} from './usage-errors.ts'
import { refuseKeywordAsText, refuseLeadAsName, refuseMistaken } from './mistaken-texts.ts'
import {
  bareDuration,
  durationAtEnd,
  durationLength,
  inQuestion,
  isSpelledOut,
  timeOrReason,
} from './typed-durations.ts'
import { beginning, flag, splitWords, usageError, type TypedWord } from './words.ts'

/** `duration:3d`, `reason: spam`: an option may be named, in the way that Discord shows slash commands. */
const naming = /^([a-z][a-z-]*):(.*)$/iu

/**
 * Assigns the words of a typed call to the command's options, other than attachments. Required options come first and
 * in order, then the optional ones in any order, then the rest. A word that may be meant for an option never goes to
 * the rest: it is refused when the option is read. docs/decisions/0007 has the whole grammar.
 * @param names whether a text is the name of a member, role or channel, or a misspelling of one
 * @throws UserError 'command.usage' when an option is missing, given twice or unknown, or words are left over
 */
export function assignWords(options: Options, text: string, names: IsName = () => false): Record<string, string> {
  let words = splitWords(text)
  let end = text.length
  const assigned: Record<string, string> = {}
  const named = Object.entries(options).filter(([, { kind }]) => kind !== 'attachment')
  const rest = named.find(([, { kind }]) => kind === 'rest')
  const optional = named.filter(([, { required, kind }]) => !required && kind !== 'rest')
  // Without a rest, a word can only be meant as a name.
  const isName: IsName = rest ? names : () => true
  const open = () => optional.filter(([name]) => assigned[name] === undefined)

  function assign(name: string, value: string): void {
    const before = assigned[name]
    if (before !== undefined)
      throw usageError(`${beginning(name)} is given twice: “${safeEcho(before)}” and “${safeEcho(value)}”.`)
    const option = options[name]
    assigned[name] = option ? valuePart(option, value) : value
  }

  /** The option that a word names with a colon, other than the rest. */
  const optionNamedBy = ({ text: typed, quoted }: TypedWord): Named | undefined => {
    const [, name = ''] = quoted ? [] : (naming.exec(typed) ?? [])
    return named.find(([known, { kind }]) => known === name.toLowerCase() && kind !== 'rest')
  }

  /** An optional rest, such as a reason, ends where another option is named; a required one is kept as it is. */
  function takeRest([name, option]: Named, isCalled: boolean): void {
    const { required } = option
    const next = required ? -1 : words.findIndex((word, place) => place > 0 && optionNamedBy(word) !== undefined)
    const own = next < 0 ? words : words.slice(0, next)
    const stop = words[own.length]?.start ?? end
    const [first] = own
    if (!required) refuseSecondTarget(own, named, { taken: assigned, names, isCalled })
    if (!required && !isCalled) refuseChoiceInReason(name, own, open())
    if (!required && !isCalled) refuseDoubtfulReason(name, own, { named, open: open() })
    refuseKeywordAsText(name, option, own)
    if (!isCalled) refuseMistaken(name, option, own)
    const typed = text.slice(first?.start ?? stop, stop).trimEnd()
    const alone = own.length === 1 && first?.quoted && typed.length === first.text.length + 2
    // A quoted keyword stays quoted until it is read, as it then is the text.
    const quoted = option.keywords?.includes(first?.text.toLowerCase() ?? '') ? `"${first?.text}"` : first?.text
    assign(name, alone && quoted !== undefined ? quoted : typed)
    words = words.slice(own.length)
  }

  /** Takes words as long as they look like ids; named options may stand among them. */
  function takeIds(name: string): void {
    const ids: TypedWord[] = []
    for (let [word] = words; word && (ids.length === 0 || resemblesId(word)); [word] = words) {
      ids.push(word)
      words = words.slice(1)
      takeMarked()
    }
    assign(name, spoken(ids))
  }

  function take([name, option]: Named, isCalled = false): void {
    const [word] = words
    if (!word) throw missingOption([name, option], named, { taken: assigned, names })
    if (option.kind === 'rest') return takeRest([name, option], isCalled)
    if (option.kind !== 'text' && !word.quoted && flag.test(word.text)) throw unknownOption(word.text, options)
    if (option.kind === 'ids') return takeIds(name)
    if (option.kind === 'duration') return takeDuration([name, option], isCalled)
    if (option.kind === 'text') refuseKeywordAsText(name, option, [word])
    if (option.kind === 'text' && rest?.[1].required && !isCalled) refuseLeadAsName(name, words)
    const isLast = isEntity(option) && named.at(-1)?.[0] === name
    const spelled = isLast ? undefined : nameAhead(words, [name, option], rest, names)
    if (spelled) return takeName(name, spelled)
    const count = spokenCount(option, words)
    if (count) {
      assign(name, words[count.place]?.text ?? '')
      words = words.slice(count.length)
      return
    }
    // A name with spaces needs no quotes when nothing can follow it.
    const isName = isLast && words.length > 1 && !words.some(each => each.quoted || /^(?:[<@#]|\d{17})/.test(each.text))
    const length = isName ? lengthOfName(words, option, open(), names) : 1
    assign(name, spoken(words.slice(0, length)))
    words = words.slice(length)
  }

  function takeName(name: string, spaced: { length: number; name: string }): void {
    assign(name, spaced.name)
    words = words.slice(spaced.length)
  }

  /** Takes `3d`, `2 days`, `for 3d`, `(3d)`, `3d:`; a required duration may also follow the reason. */
  function takeDuration([name, option]: Named, isCalled: boolean): void {
    const [word, second] = words
    if (word && second && isSpokenDuration(words, option, names) && /^for$/iu.test(word.text)) words = words.slice(1)
    else if (
      word &&
      rest &&
      option.required &&
      !isMeantFor(option, word, names) &&
      !isSpelledOut(words) &&
      takeDurationAtEnd(name)
    )
      return
    const length = durationLength(words)
    const typed = spoken(words.slice(0, length))
    const isAlone = isCalled || !rest || bareDuration(typed) !== typed || parseDuration(typed) === undefined
    const asked = isAlone ? undefined : inQuestion(words.slice(0, length), words.slice(length))
    if (asked) throw timeOrReason(asked.typed, name, asked.compact)
    assign(name, bareDuration(typed))
    words = words.slice(length)
  }

  /** @throws UserError 'command.usage' when it may just as well be part of the reason */
  function takeDurationAtEnd(name: string): boolean {
    const found = durationAtEnd(words)
    const begin = words.at(-(found?.length ?? 0))
    if (!found || !begin) return false
    const typed = spoken(words.splice(-found.length))
    refuseDurationOfChoice(typed, `${name}:${found.compact}`, words, open())
    if (!found.isPlain) throw timeOrReason(typed, name, found.compact)
    assign(name, begin.text)
    end = begin.start
    return true
  }

  /** Takes words that name their option, or can be meant for one option only. */
  function takeMarked(): void {
    const unassigned = () => named.filter(([name, { kind }]) => kind !== 'rest' && assigned[name] === undefined)
    for (let [word] = words; word; [word] = words) {
      if (isLeadIn(words, { open: unassigned(), rest }, names) || isNotOff(word, open(), names)) {
        words = words.slice(1)
        continue
      }
      const [, name = '', value = ''] = word.quoted ? [] : (naming.exec(word.text) ?? [])
      const wanted = named.find(([known]) => known === name.toLowerCase())
      if (!wanted && takeSpokenChoice()) continue
      const found = wanted ?? optional.find(([, option]) => isUnmistakable(option, word)) ?? mentionedFor(word)
      if (!found) return
      const start = word.start + word.text.length - value.length
      if (wanted) words = splitWords(text.slice(start, end)).map(each => ({ ...each, start: each.start + start }))
      take(found, wanted !== undefined)
    }
  }

  function takeSpokenChoice(): boolean {
    for (const one of open()) {
      const said = spokenChoice(one, words)
      if (said === undefined) continue
      assign(one[0], said.choice)
      words = words.slice(said.length)
      return true
    }
    return false
  }

  /** The option for a mention that no required option waits for: `#woodwork 1m` when the time is required. */
  function mentionedFor(word: TypedWord): Named | undefined {
    const waits = named.some(
      ([name, option]) =>
        option.required && assigned[name] === undefined && (isEntity(option) || option.kind === 'ids'),
    )
    return waits || !named.some(([name, { required }]) => required && assigned[name] === undefined)
      ? undefined
      : open().find(([, option]) => isMentionFor(option, word))
  }

  /** `10m @mara`: of two words in the wrong order that can each be meant in one way only, takes the first. */
  function takeSwapped(due: Named): void {
    const [first] = words
    if (!first || assigned[due[0]] !== undefined) return
    const isUnassigned = ([name]: Named) => name !== due[0] && assigned[name] === undefined
    const ahead = named.find(
      one => isUnassigned(one) && isUnmistakablyOne(one[1], first) && !isUnmistakablyOne(due[1], first),
    )
    if (!ahead || names(due[1], first.text)) return
    let behind = words.slice(spokenCount(ahead[1], words)?.length ?? 1)
    while (isLeadIn(behind, { open: [due], rest }, names)) behind = behind.slice(1)
    const [second] = behind
    if (!second) return
    // `.config on levels`: in the declared order, no word would be left for the choice.
    const isTextThen =
      due[1].kind === 'text' &&
      behind.length === 1 &&
      ahead[1].kind === 'choice' &&
      !isUnmistakablyOne(ahead[1], second)
    if (!isTextThen && !isUnmistakablyOne(due[1], second)) return
    assign(ahead[0], first.text)
    words = behind
  }

  /** Takes options that follow the reason: `spam del-1d`. */
  function takeTrailing(): void {
    for (let last = words.at(-1); last; last = words.at(-1)) {
      const word = last
      const found = optional.find(([, option]) => isUnmistakable(option, word))
      const length = open().find(([, { kind }]) => kind === 'duration')
      if (found) {
        assign(found[0], word.text)
        words = words.slice(0, -1)
        end = word.start
      } else if (words.length < 2 || !length || !takeDurationAtEnd(length[0])) return
    }
  }

  for (const each of named.filter(([, { required }]) => required)) {
    if (each[1].kind !== 'rest') takeMarked()
    takeSwapped(each)
    if (assigned[each[0]] === undefined) take(each)
  }
  let isFirst = true
  for (takeMarked(); words.length > 0; takeMarked()) {
    const [word] = words
    if (!word) break
    const next = rest && optionNamedNext(words, open(), names)
    if (next) {
      takeName(next.name, next.spaced)
      isFirst = false
      continue
    }
    const meant =
      open().find(([, option]) => isMentionFor(option, word)) ??
      open().find(([, option]) => isMeantFor(option, word, isName) || isSpokenDuration(words, option, names)) ??
      // A single word is a name.
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
    if (words.length > 0) takeRest(rest, false)
    takeMarked()
    const [over] = words
    if (over) throw unusedWord(over, named, assigned)
    return assigned
  }
  refuseSecondOne(words, named, { taken: assigned, names })
  // `page two`: what is called by its name is refused by its own sentence.
  const byName = open().find(([name]) => !left.quoted && name === left.text.toLowerCase())
  if (byName) words = words.slice(1)
  const taker = byName ?? blamedOption(open(), named, { taken: assigned, names })
  if (taker) take(taker)
  const [over] = words
  if (over) throw unusedWord(over, named, assigned)
  return assigned
}
