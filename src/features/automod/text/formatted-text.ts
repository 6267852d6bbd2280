import type { Block, Inline } from '#kit/markdown/ast.ts'
import { parseMarkdown } from '#kit/markdown/parse.ts'
import { read, type Reading, type Readings } from './normalise.ts'
import { kind, mayHold } from './character-kinds.ts'

/** Nothing is formatted without one of these. */
const formatted = /[*_~|`\\[]/

/** What is shown of a node, and that a text of its own begins after it. */
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
        // Of a mention or a time, people see something else than what was written.
        if ('children' in node) yield* textsOf(node.children)
        else yield ' '
    }
}

/**
 * A text as Discord shows it, folded: `b**a**d` is one word, and in code the same signs are signs.
 * @returns undefined where formatting changes nothing
 */
export function shownReading(source: string, kinds: Readings['kinds']): Reading | undefined {
  if (!mayHold(kinds, kind.changing) || !formatted.test(source)) return undefined
  const origin: number[] = []
  let shown = ''
  let cursor = 0
  // What is shown stands in the source in the same order, with other signs between.
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
