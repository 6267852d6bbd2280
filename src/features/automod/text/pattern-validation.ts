import { UserError } from '#kit/errors.ts'
import { repeated } from '#kit/template.ts'
import type { Word } from '../contract.ts'
import { patternProblem } from './patterns.ts'

/**
 * Refuses patterns that cannot be looked for; the contract, which the browser loads, has no RE2 to tell.
 * @throws UserError with a sentence for each line at fault
 */
export function demandValidPatterns(words: readonly Word[]): void {
  const fields = Object.fromEntries(
    words.flatMap(({ pattern, kind }, index) => {
      const problem = kind === 'regex' ? patternProblem(pattern) : undefined
      return problem
        ? [[`words.${index}.pattern`, `Line ${index + 1}: “${repeated(pattern)}” cannot be used: ${problem}.`]]
        : []
    }),
  )
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new UserError('automod.pattern', sentences.join(' '), 400, fields)
}
