import { listed } from '#kernel/permissions.ts'
import { quoted, type Rule } from './rule.ts'

export const words: Rule = {
  name: 'words',
  title: 'Words and patterns',
  reason: 'had a word that is not allowed here',
  on: own => own.words.length > 0,
  judge({ facts, words: engine, most }) {
    const hits = engine.find(facts.readings(), most)
    if (hits.length === 0) return undefined
    const patterns = [...new Set(hits.map(({ pattern }) => `“${pattern}”`))]
    return {
      sentence: `It has ${listed(patterns)}, which you listed.`,
      evidence: hits.map(({ start, end }) => quoted(facts, start, end)),
    }
  },
  clear: () => 'It has none of the listed words and patterns.',
}
