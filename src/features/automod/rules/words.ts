import { listed } from '#kit/permissions.ts'
import { additionalTexts } from '../message/facts.ts'
import { read } from '../text/normalise.ts'
import { type RuleInput, type Evidence, evidenceAt, type Rule } from './rule.ts'

const none: readonly never[] = []

/** The evidence in what the author wrote, or else in link previews and file names. */
function places({ facts, own, words: finder, maxEvidence }: RuleInput): readonly (Evidence & { pattern: string })[] {
  const hits = finder.find(facts.readings(), maxEvidence)
  if (hits.length > 0) return hits.map(({ pattern, start, end }) => ({ pattern, ...evidenceAt(facts, start, end) }))
  const others = additionalTexts(facts, own)
  if (others.length === 0) return none
  return others.flatMap(text =>
    finder
      .find(read(text), maxEvidence)
      .map(({ pattern, start, end }) => ({ pattern, text: text.slice(start, end), start: null, end: null })),
  )
}

export const words: Rule = {
  name: 'words',
  title: 'Words and patterns',
  reason: 'had a word that is not allowed here',
  isOn: own => own.words.length > 0,
  evaluate(input) {
    const hits = places(input)
    if (hits.length === 0) return undefined
    const patterns = [...new Set(hits.map(({ pattern }) => `“${pattern}”`))]
    return {
      sentence: `It has ${listed(patterns)}, which you listed.`,
      evidence: hits.map(({ text, start, end }) => ({ text, start, end })),
    }
  },
  clearSentence: () => 'It has none of the listed words and patterns.',
}
