import type { Block, Inline } from '#kit/markdown/ast.ts'
import { parseMarkdown } from '#kit/markdown/parse.ts'
import { read, type Reading, type Readings } from './normalise.ts'
import { kind, mayHold } from './character-kinds.ts'

/** Formatting requires at least one of these. */
const formatted = /[*_~|`\\[]/

/** The texts that a node shows, with separators where a new text begins. */
function* textsOf(nodes: readonly (Block | Inline)[]): Generator<string> {
  for (const node of nodes)
    switch (node.kind) {
      case 'text':
      case 'code':
      case 'emoji':
      case 'everyone':
        yield node.text
        break
      case 'code-block':
        yield* ['\n', node.text, '\n']
        break
      case 'quote':
        yield* textsOf(node.blocks)
        break
      case 'list':
        for (const item of node.items) {
          yield* textsOf(item.children)
          yield '\n'
          yield* textsOf(item.blocks)
        }
        break
      case 'paragraph':
      case 'heading':
      case 'subtext':
        yield* textsOf(node.children)
        yield '\n'
        break
      default:
        // For a mention or a time, people see something other than what was written.
        if ('children' in node) yield* textsOf(node.children)
        else yield ' '
    }
}

/**
 * A text as Discord shows it, folded: `b**a**d` is one word, while in code the same characters are literal.
 * @returns undefined if formatting changes nothing
 */
export function shownReading(source: string, kinds: Readings['kinds']): Reading | undefined {
  if (!mayHold(kinds, kind.changing) || !formatted.test(source)) return undefined
  const origin: number[] = []
  let shown = ''
  let cursor = 0
  // The shown texts occur in the source in the same order, with other characters in between.
  for (const text of textsOf(parseMarkdown(source))) {
    const whole = text.length > 1 ? source.indexOf(text, cursor) : -1
    if (whole >= 0) cursor = whole
    for (let unit = 0; unit < text.length; unit++) {
      const found = whole >= 0 ? cursor : source.indexOf(text.charAt(unit), cursor)
      if (found >= 0) cursor = found
      origin.push(Math.min(cursor, source.length - 1))
      if (found >= 0) cursor++
    }
    shown += text
  }
  if (shown.trim() === source.trim()) return undefined
  origin.push(source.length)
  const { folded } = read(shown)
  return {
    text: folded.text,
    origin: Array.from(
      { length: folded.text.length + 1 },
      (_, at) => origin[folded.origin?.[at] ?? at] ?? source.length,
    ),
  }
}
