import type { Block, Inline, ListItem } from './ast.ts'
import { parseInline } from './inline.ts'

/** Lists nested deeper than this are flattened; Discord stops at about the same depth. */
const DEEPEST_LIST = 8
const FENCE = '```'
const LIST = /^( {0,40})([-*]|\d{1,9}\.) +(?=\S)/
const HEADING = /^(#{1,3}) +(?=\S)/
const SUBTEXT = /^-# +(?=\S)/
const QUOTE = /^> /
const QUOTE_REST = /^>>> ?/

/**
 * Parses a whole message the way Discord's client does, in time linear in its length. Never throws: whatever is not
 * markdown is text. Sources of the syntax: Discord's help article "Markdown Text 101" and "Message Formatting" in its
 * reference.
 */
export function parseMarkdown(source: string): Block[] {
  return blocks(source.replaceAll('\r\n', '\n'), true)
}

/** Parses inline syntax only: for embed titles, author names, field names and the like. */
export function parseLine(source: string): Inline[] {
  return parseInline(source)
}

function blocks(source: string, quotes: boolean): Block[] {
  const result: Block[] = []
  let paragraph = ''
  let place = 0
  let fencesLeft = true

  const endParagraph = () => {
    // The line break next to a block belongs to the block.
    const text = paragraph.replace(/\n$/, '')
    if (text !== '') result.push({ kind: 'paragraph', children: parseInline(text) })
    paragraph = ''
  }

  while (place < source.length) {
    const newline = source.indexOf('\n', place)
    const lineEnd = newline < 0 ? source.length : newline
    const line = source.slice(place, lineEnd)

    if (quotes && QUOTE_REST.test(line)) {
      endParagraph()
      result.push({ kind: 'quote', blocks: blocks(source.slice(place).replace(QUOTE_REST, ''), false) })
      return result
    }
    if (quotes && QUOTE.test(line)) {
      endParagraph()
      const quoted = linesWhile(source, place, each => QUOTE.test(each))
      result.push({ kind: 'quote', blocks: blocks(quoted.lines.map(each => each.slice(2)).join('\n'), false) })
      place = quoted.end
      continue
    }
    const single = singleLine(line)
    if (single) {
      endParagraph()
      result.push(single)
      place = lineEnd + 1
      continue
    }
    if (LIST.test(line)) {
      endParagraph()
      const listed = linesWhile(source, place, each => LIST.test(each))
      for (const list of lists(listed.lines.map(listLine), 0)) result.push(list)
      place = listed.end
      continue
    }
    const fence = fencesLeft ? fenceIn(line) : -1
    if (fence >= 0) {
      const code = codeBlock(source, place + fence)
      if (code) {
        paragraph += source.slice(place, place + fence)
        endParagraph()
        result.push(code.block)
        place = code.end
        continue
      }
      fencesLeft = false
    }
    paragraph += source.slice(place, lineEnd + 1)
    place = lineEnd + 1
  }
  endParagraph()
  return result
}

function singleLine(line: string): Block | undefined {
  const heading = HEADING.exec(line)
  if (heading) {
    const level = (heading[1] ?? '#').length as 1 | 2 | 3
    return { kind: 'heading', level, children: parseInline(line.slice(heading[0].length)) }
  }
  const subtext = SUBTEXT.exec(line)
  if (subtext) return { kind: 'subtext', children: parseInline(line.slice(subtext[0].length)) }
  return undefined
}

function linesWhile(
  source: string,
  from: number,
  belongs: (line: string) => boolean,
): { lines: string[]; end: number } {
  const lines: string[] = []
  let end = from
  while (end < source.length) {
    const newline = source.indexOf('\n', end)
    const line = source.slice(end, newline < 0 ? source.length : newline)
    if (!belongs(line)) break
    lines.push(line)
    end = newline < 0 ? source.length : newline + 1
  }
  return { lines, end }
}

interface ListLine {
  indent: number
  ordered: boolean
  number: number
  text: string
}

function listLine(line: string): ListLine {
  const match = LIST.exec(line)
  const mark = match?.[2] ?? '-'
  return {
    indent: match?.[1]?.length ?? 0,
    ordered: mark.endsWith('.'),
    number: Number.parseInt(mark, 10) || 1,
    text: line.slice(match?.[0].length ?? 0),
  }
}

/** Groups neighboring lines of one kind into a list; deeper lines belong to the item above them. */
function lists(lines: readonly ListLine[], depth: number): Block[] {
  const result: Extract<Block, { kind: 'list' }>[] = []
  let place = 0
  while (place < lines.length) {
    const line = lines[place]
    if (!line) break
    let end = place + 1
    if (depth < DEEPEST_LIST) end = deeperUntil(lines, end, line.indent)
    const item: ListItem = { children: parseInline(line.text), blocks: lists(lines.slice(place + 1, end), depth + 1) }
    const last = result.at(-1)
    if (last?.ordered === line.ordered) last.items.push(item)
    else result.push({ kind: 'list', ordered: line.ordered, start: line.number, items: [item] })
    place = end
  }
  return result
}

function deeperUntil(lines: readonly ListLine[], from: number, indent: number): number {
  let end = from
  while ((lines[end]?.indent ?? 0) > indent) end++
  return end
}

function fenceIn(line: string): number {
  const fence = line.indexOf(FENCE)
  return fence > 0 && line[fence - 1] === '\\' ? -1 : fence
}

function codeBlock(source: string, from: number): { block: Block; end: number } | undefined {
  const close = source.indexOf(FENCE, from + FENCE.length + 1)
  if (close < 0) return undefined
  const inside = source.slice(from + FENCE.length, close)
  const language = /^([\w+\-.#]{1,32})\n/.exec(inside)
  const text = inside
    .slice(language?.[0].length ?? 0)
    .replace(/^\n/, '')
    .replace(/\n$/, '')
  const end = close + FENCE.length
  return {
    block: { kind: 'code-block', language: language?.[1] ?? '', text },
    end: source[end] === '\n' ? end + 1 : end,
  }
}
