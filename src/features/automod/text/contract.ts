import { z } from 'zod'
import { limited } from '#contract'

/**
 * The most words and patterns that a server may list, and the longest length of each (Discord's own limit for a
 * pattern).
 */
export const wordLimits = { count: 200, length: 260 } as const

/**
 * `word`: matches a whole word. `wildcard`: `*` at the start, the end or both matches any letters. `regex`: RE2 syntax.
 */
const word = z.object({
  pattern: limited(wordLimits.length, 'A word or pattern').trim().min(1, 'Write a word or a pattern.'),
  kind: z.enum(['word', 'wildcard', 'regex']),
})
export type Word = z.output<typeof word>

export const words = z
  .array(word)
  .max(wordLimits.count, `List at most ${wordLimits.count} words and patterns.`)
  .superRefine((list, check) => {
    for (const [index, { pattern, kind }] of list.entries())
      if (kind === 'wildcard' && /^\**$|(?!^)\*(?!$)/.test(pattern))
        check.addIssue({
          code: 'custom',
          path: [index, 'pattern'],
          message: `Line ${index + 1}: put * only at the start or the end, around at least one letter.`,
        })
  })
  .meta({ title: 'Words and patterns' })

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform(text =>
    text
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/.*$/, ''),
  )
  .pipe(z.string().regex(/^(?=.{1,253}$)[^\s/@:]+\.[^\s/@:.]+$/, 'Write a domain like example.com.'))
  .meta({ example: 'example.com' })
export const allowedLinks = z.array(domain).max(100, 'List at most 100 domains.').meta({ title: 'Allowed domains' })

/** A code or a whole invite; only the code is stored, and its case matters. A server's id allows all of its invites. */
const inviteCode = z
  .string()
  .trim()
  .transform(text => text.replace(/[/?#]+$/, '').replace(/^.*\//, ''))
  .pipe(z.string().regex(/^[\w-]{2,100}$/, 'Write an invite code, or the ID of a server.'))
export const allowedInvites = z
  .array(inviteCode)
  .max(100, 'List at most 100 invites.')
  .meta({ title: 'Allowed invites' })
