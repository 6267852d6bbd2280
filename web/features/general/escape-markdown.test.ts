import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { prefixProblem } from '#features/general/contract.ts'
import { parseMarkdown } from '#kit/markdown/parse.ts'
import { plainText } from '#kit/markdown/plain.ts'
import { escapeMarkdown } from './escape-markdown.ts'

test('the preview shows any allowed prefix as typed', () => {
  const prefix = string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' }).filter(text => !prefixProblem(text))
  assert(
    property(prefix, typed => {
      const line = `${typed}help ping`
      expect(plainText(parseMarkdown(escapeMarkdown(line))).trimEnd()).toBe(line)
    }),
    { numRuns: 300 },
  )
})
