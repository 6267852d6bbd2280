import { UserError } from '#kit/errors.ts'
import type { Greeting } from '../contract.ts'
import { embedProblems } from './contract.ts'

/** @param key the setting that was changed @throws UserError if Discord would refuse the resulting embeds */
export function demandEmbeds(before: Greeting, after: Greeting, key: string): void {
  if (JSON.stringify(before.embed.more) === JSON.stringify(after.embed.more) || after.embed.more.length === 0) return
  const [problem] = embedProblems(after)
  if (!problem) return
  const sentence = `${problem.place}: ${problem.sentence}`
  throw new UserError('greetings.embeds', sentence, 400, { [key]: sentence })
}
