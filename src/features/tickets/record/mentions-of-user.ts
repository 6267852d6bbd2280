import { inert } from '#kit/template.ts'
import type { RecordedParts } from './message-content.ts'

/** Somebody who asked to be forgotten. */
export interface ForgottenPerson {
  userId: string
  /** All names they have had. */
  names: readonly string[]
  /** The texts of the server's ready answers, with their placeholders. */
  readyAnswers: readonly string[]
}

export interface BotMessage {
  content: string | null
  parts: Pick<RecordedParts, 'type' | 'webhookId' | 'embeds' | 'components'>
  /** Whether this bot wrote it, and not another one. */
  isOurs: boolean
}

/** Returns a text as people read it, without the characters that make names inert. */
const bare = (text: string) => inert(text).replace(/[\\\u200B]/g, '')
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anyOf = (names: readonly string[]) => `(?:${names.map(name => literal(bare(name))).join('|')})`

/** How the bot's sentences go on that begin with somebody's name; older records have the last one. */
const sentenceEnds = [
  'takes care of this ticket',
  'gave this ticket back',
  'opened this ticket for you',
  'is no longer on the team',
  'is not of the team',
]

/** Returns every text in the recorded parts of a message. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether it answers a command. Source: https://docs.discord.com/developers/resources/message#message-object-message-types */
export const answersCommand = ({ type }: Pick<RecordedParts, 'type'>): boolean => type === 19 || type === 20

/** Returns what was filled into a ready answer; undefined if the message was not made from it. */
function filledInto(readyAnswer: string, content: string): string[] | undefined {
  const pieces = readyAnswer.replaceAll('\\n', '\n').split(/\{[\w.:]{1,40}\}/)
  const last = pieces.at(-1) ?? ''
  if (!content.startsWith(pieces[0] ?? '') || !content.endsWith(last)) return undefined
  const filled: string[] = []
  let from = pieces[0]?.length ?? 0
  for (const piece of pieces.slice(1, -1)) {
    const at = content.indexOf(piece, from)
    if (at === -1) return undefined
    filled.push(content.slice(from, at))
    from = at + piece.length
  }
  if (pieces.length === 1) return content === last ? [] : undefined
  return [...filled, content.slice(from, content.length - last.length)]
}

/**
 * Whether a name is long enough to search for: two ASCII letters occur in many sentences, two signs of another script
 * rarely.
 */
const isTelling = (name: string) => name.length >= (/^[\0-\x7f]*$/.test(name) ? 3 : 2)

/**
 * Returns whether a bot's message is about somebody: it has their id, or their name in a place for names. A sentence is
 * not about somebody only because a word in it is also their name.
 */
export function tellsOf({ userId, names, readyAnswers }: ForgottenPerson): (said: BotMessage) => boolean {
  const id = new RegExp(`(?<!\\d)${literal(userId)}(?!\\d)`)
  const known = names.filter(name => bare(name) !== '')
  const any = anyOf(known)
  const mentioned = new RegExp(`@${any}(?![\\p{L}\\p{N}_])`, 'u')
  const bold = new RegExp(`\\*\\*${any}\\*\\*`, 'u')
  const sentence = new RegExp(`^${any} (?:${sentenceEnds.join('|')})`, 'mu')
  const telling = known.filter(isTelling)
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${anyOf(telling)}(?![\\p{L}\\p{N}_])`, 'u')

  return ({ content, parts, isOurs }) => {
    const texts = [content ?? '', ...textsIn(parts.embeds), ...textsIn(parts.components)]
    if (texts.some(text => id.test(text))) return true
    // A webhook's message may be somebody's own words.
    if (known.length === 0 || parts.webhookId !== null) return false
    const read = texts.map(bare)
    if (read.some(text => mentioned.test(text) || (isOurs ? sentence.test(text) : bold.test(text)))) return true
    if (!isOurs || !content || !answersCommand(parts)) return false
    const filled = readyAnswers.map(one => filledInto(one, content)).find(found => found !== undefined)
    const isNamed = (text: string) => telling.length > 0 && whole.test(text)
    return filled
      ? filled.map(bare).some(text => known.some(name => bare(name) === text) || isNamed(text))
      : isNamed(bare(content))
  }
}

/** Returns the longest word of a text: words are stored unescaped everywhere, so messages can be searched for it. */
export const wordIn = (text: string): string =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  ) || text
