import { listed } from '#kit/permissions.ts'
import { read } from '../text/normalise.ts'
import { type Case, type Evidence, quoted, type Rule } from './rule.ts'

/** In what the author wrote, else in the previews of what they linked. */
function places({ facts, words: engine, most }: Case): (Evidence & { pattern: string })[] {
  const hits = engine.find(facts.readings(), most)
  if (hits.length > 0 || facts.previews === '')
    return hits.map(({ pattern, start, end }) => ({ pattern, ...quoted(facts, start, end) }))
  return engine
    .find(read(facts.previews), most)
    .map(({ pattern, start, end }) => ({ pattern, text: facts.previews.slice(start, end), start: null, end: null }))
}

export const words: Rule = {
  name: 'words',
  title: 'Words and patterns',
  reason: 'had a word that is not allowed here',
  on: own => own.words.length > 0,
  judge(given) {
    const hits = places(given)
    if (hits.length === 0) return undefined
    const patterns = [...new Set(hits.map(({ pattern }) => `“${pattern}”`))]
    return {
      sentence: `It has ${listed(patterns)}, which you listed.`,
      evidence: hits.map(({ text, start, end }) => ({ text, start, end })),
    }
  },
  clear: () => 'It has none of the listed words and patterns.',
}
