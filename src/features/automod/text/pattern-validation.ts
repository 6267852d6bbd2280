import { UserError } from '#kit/errors.ts'
import { safeEcho } from '#kit/template.ts'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type { Word } from './contract.ts'
import type checkPatterns from './check-patterns.task.ts'

const check = task<typeof checkPatterns>('features/automod/text/check-patterns', {
  place: 'process',
  deadlineMs: 5000,
  tooMuch: 'These patterns take too long to read. Use smaller counts of repeats, or fewer patterns.',
})

/**
 * Refuses patterns that cannot be used. The contract cannot check this, because the browser loads it and has no RE2.
 * @throws UserError with a sentence for each line that has a problem
 */
export async function demandValidPatterns(
  { workers }: Pick<Services, 'workers'>,
  guildId: string,
  words: readonly Word[],
): Promise<void> {
  const patterns = words.flatMap(({ pattern, kind }, index) => (kind === 'regex' ? [{ pattern, index }] : []))
  if (patterns.length === 0) return
  const problems = await workers.run(
    check,
    patterns.map(({ pattern }) => pattern),
    guildId,
  )
  const refused = patterns.flatMap(({ pattern, index }, at) =>
    problems[at] === undefined ? [] : [{ index, sentence: `“${safeEcho(pattern)}” cannot be used: ${problems[at]}.` }],
  )
  if (refused.length === 0) return
  const fields = refused.map(({ index, sentence }) => [`words.${index}.pattern`, `Line ${index + 1}: ${sentence}`])
  // Commands have no line numbers.
  const told = refused.map(({ sentence }) => sentence).join(' ')
  throw new UserError('automod.pattern', told, 400, Object.fromEntries(fields))
}
