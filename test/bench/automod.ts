import automod from '#features/automod/contract.ts'
import { wordEngine } from '#features/automod/text/words.ts'
import { factsOfText } from '#features/automod/message/facts-of-text.ts'
import { brokenRules } from '#features/automod/rules/evaluate.ts'
import { judgeCorpus } from '#test/corpus/judge.ts'
import { noRates } from '#features/automod/message/recent-messages.ts'

/** The seed for `test/corpus`; any number will do, and the figures are the same on every machine. */
const corpusSeed = 1

/** The time for checking one hostile message against 200 words or patterns, with all rules on (ms of CPU). */
interface Times {
  medianMs: number
  p99Ms: number
  /** The 99th percentile of the first messages, before the code is optimized. */
  firstP99Ms: number
}

export interface Judged {
  words: Times
  patterns: Times
}

const length = 2000
const rounds = 2000
/**
 * How many messages come before the measurement: a bot that has just started is slower, since its code is optimized
 * only after some hundred messages of each kind.
 */
const warmUp = 2000
const most = 3

/** Half of the words overlap. */
const words = Array.from({ length: 200 }, (_, index) => ({
  pattern: index % 2 === 0 ? `forbidden${index}word` : 'a'.repeat(60 + index),
  kind: 'word' as const,
}))

/**
 * Patterns like those that servers really list: alternatives, repeats, classes, anchors, and no literal that would rule
 * out most texts at once.
 */
const shapes = [
  (n: number) => `\\b(?:buy|sell|trade)s?\\s+(?:cheap|free)\\s+item${n}\\b`,
  (n: number) => `(?:[a-z]+\\.){2,}bad${n}\\.[a-z]{2,6}`,
  (n: number) => `f+[o0]+r+b+[i1]+d+d+[e3]+n+${n}`,
  (n: number) => `^(?:\\s*[a-z]{1,3}){4,}${n}$`,
  (n: number) => `\\b\\d{3}[-. ]?\\d{3}[-. ]?${1000 + n}\\b`,
]
const patterns = Array.from({ length: 200 }, (_, index) => ({
  pattern: shapes[index % shapes.length]?.(index) ?? '',
  kind: 'regex' as const,
}))

/**
 * Texts designed to be slow to check: repeated beginnings of forbidden words, look-alikes, stacked marks, no spaces. No
 * two are the same.
 */
const hostile: ((turn: number) => string)[] = [
  turn => `forbidden${turn} `.repeat(length),
  turn => `fоrЬidden${turn}\u200b`.repeat(length),
  turn => `a${turn}.`.repeat(length),
  turn => `${'a'.repeat(50)}${turn} buy cheap ite `.repeat(length),
  turn => `e\u0301\u0302\u0303${turn}`.repeat(length),
  turn => `555-123-${turn} `.repeat(length),
  turn => 'a'.repeat(length - (turn % 100)),
  turn => `http://${turn}/${'4-'.repeat(length)}`,
]

function timesOf(list: typeof words | typeof patterns): Times {
  const own = { ...automod.settings.parse({}), antiLinks: true, antiInvites: true, antiMassmention: true, words: list }
  const engine = wordEngine(own.words)
  const times: number[] = []
  for (let turn = 0; turn < warmUp + rounds; turn++) {
    const text = hostile[turn % hostile.length]?.(turn).slice(0, length) ?? ''
    const facts = factsOfText(text, {
      guildId: '0',
      channelId: '0',
      authorId: '0',
      at: turn,
      attachments: [],
      mayCallEverybody: false,
    })
    const before = process.cpuUsage()
    brokenRules({ facts, own, rates: noRates, words: engine, maxEvidence: most })
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const quantile = (some: readonly number[], part: number) =>
    some.toSorted((a, b) => a - b)[Math.ceil(some.length * part) - 1] ?? 0
  const later = times.slice(warmUp)
  return {
    medianMs: quantile(later, 0.5),
    p99Ms: quantile(later, 0.99),
    firstP99Ms: quantile(times.slice(0, warmUp), 0.99),
  }
}

export interface Corpus {
  innocents: number
  falseHits: number
  evasions: number
  found: number
}

/** Checks a typical word list against innocent texts and disguised words. */
export function judgeWords(): Corpus {
  const { innocents, falseHits, evasions, found } = judgeCorpus(corpusSeed)
  return { innocents, falseHits: falseHits.length, evasions, found }
}

export const judgeHostile = (): Judged => ({ words: timesOf(words), patterns: timesOf(patterns) })
