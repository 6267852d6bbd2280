import { lazy } from '../lazy.ts'
import type { Inline } from './ast.ts'

/** Emoji as Discord renders them; characters that are plain text elsewhere need their emoji selector. */
const emoji = lazy(() => /\p{RGI_Emoji}|(?![©®™ℹ↔-↪⌨\u2122\u2139])\p{Extended_Pictographic}\uFE0F?/gv)

/** Every emoji has a character beyond Latin-1. */
const mayHaveEmoji = (text: string) => /[^\0-\xFF]/.test(text)

/** Splits text at Unicode emoji. */
export function splitEmoji(text: string): Inline[] {
  const parts: Inline[] = []
  let last = 0
  for (const match of mayHaveEmoji(text) ? text.matchAll(emoji()) : []) {
    if (match.index > last) parts.push({ kind: 'text', text: text.slice(last, match.index) })
    parts.push({ kind: 'emoji', text: match[0] })
    last = match.index + match[0].length
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) })
  return parts
}
