import { isStyle } from './ast.ts'
import type { Inline, Style } from './ast.ts'
import { splitEmoji } from './emoji.ts'
import { bareLinkEnd, linkTarget, safeUrl } from './link.ts'
import { angleToken, everyoneToken } from './token.ts'

/** An opening marker that is not closed yet: a style, or the `[` of a link. */
interface Open {
  mark: string
  style: Style | 'link'
  children: Inline[]
}

const STYLES: Record<string, Style> = {
  '**': 'strong',
  __: 'underline',
  '~~': 'strike',
  '||': 'spoiler',
  '*': 'emphasis',
  _: 'emphasis',
}
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char)

/** For each run of backticks, the start of the next run of the same length. One pass from the right. */
function closingTicks(source: string): Map<number, { length: number; close: number | undefined }> {
  const runs = [...source.matchAll(/`+/g)].map(match => ({ start: match.index, length: match[0].length }))
  const latest = new Map<number, number>()
  const found = new Map<number, { length: number; close: number | undefined }>()
  for (const { start, length } of runs.toReversed()) {
    found.set(start, { length, close: latest.get(length) })
    latest.set(length, start)
  }
  return found
}

/**
 * Parses a run of Discord's inline markdown. Every character is read a bounded number of times and a style never nests
 * in itself, so hostile input costs no more than honest input of its length. Never throws.
 */
export function parseInline(source: string): Inline[] {
  const ticks = closingTicks(source)
  const root: Inline[] = []
  const open: Open[] = []
  let text = ''
  let place = 0

  const target = () => open.at(-1)?.children ?? root
  const flush = () => {
    if (text !== '') target().push(...splitEmoji(text))
    text = ''
  }
  const push = (node: Inline) => {
    flush()
    target().push(node)
  }
  /** Gives up on the innermost marker: it turned out to be plain text. */
  const abandon = () => {
    flush()
    const last = open.pop()
    if (!last) return
    target().push({ kind: 'text', text: last.mark })
    for (const child of last.children) target().push(child)
  }
  const openIndex = (mark: string) => open.findLastIndex(each => each.mark === mark)
  const start = (mark: string, style: Open['style']) => {
    flush()
    open.push({ mark, style, children: [] })
    place += mark.length
  }
  const finish = (mark: string) => {
    const index = openIndex(mark)
    while (open.length > index + 1) abandon()
    flush()
    const closed = open.pop()
    if (!closed || closed.style === 'link') return
    if (closed.children.length === 0) text += closed.mark + mark
    else target().push({ kind: closed.style, children: closed.children })
    place += mark.length
  }

  const styleMark = (char: string): boolean => {
    const double = char + char
    const isDouble = source.startsWith(double, place)
    if (char === '*' || char === '_') {
      const top = open.at(-1)?.mark
      const triple = source.startsWith(double + char, place)
      const single = (!isDouble || (triple && top === char)) && openIndex(char) >= 0
      const before = source[place - 1]
      if (single && (char === '*' ? !isSpace(before) : !isWord(source[place + 1]) || triple)) {
        finish(char)
        return true
      }
      if (!isDouble) {
        if (openIndex(char) >= 0 || isSpace(source[place + 1]) || (char === '_' && isWord(before))) return false
        start(char, 'emphasis')
        return true
      }
    }
    const style = STYLES[double]
    if (!isDouble || !style) return false
    if (openIndex(double) >= 0) finish(double)
    else start(double, style)
    return true
  }

  const closeLink = (): boolean => {
    const index = open.findLastIndex(each => each.style === 'link')
    if (index < 0) return false
    const link = linkTarget(source, place + 1)
    while (open.length > index + 1) abandon()
    flush()
    const children = open.at(-1)?.children ?? []
    // Discord refuses a masked link whose text is itself a URL, which could lie about where it leads.
    if (!link || children.length === 0 || containsLink(children)) {
      abandon()
      return false
    }
    open.pop()
    target().push({ kind: 'link', url: link.url, children })
    place = link.end
    return true
  }

  const address = (): boolean => {
    if (!/^https?:\/\//i.test(source.slice(place, place + 8)) || isWord(source[place - 1])) return false
    const end = bareLinkEnd(
      source,
      place,
      open.map(each => (each.style === 'link' ? ']' : each.mark)).filter(mark => mark.length > 1 || mark === ']'),
    )
    const written = source.slice(place, end)
    const url = safeUrl(written)
    if (!url) return false
    push({ kind: 'link', url, children: [{ kind: 'text', text: written }] })
    place = end
    return true
  }

  const special = (char: string): boolean => {
    if (char === '\\') {
      const next = source[place + 1]
      if (next === undefined || /[\p{L}\p{N}\s]/u.test(next) || next > '~') return false
      text += next
      place += 2
      return true
    }
    if (char === '`') {
      const run = ticks.get(place)
      if (run?.close === undefined) {
        const length = run?.length ?? 1
        text += '`'.repeat(length)
        place += length
        return true
      }
      const code = source.slice(place + run.length, run.close)
      push({ kind: 'code', text: /^ .* $/s.test(code) && code.trim() !== '' ? code.slice(1, -1) : code })
      place = run.close + run.length
      return true
    }
    if (char === '<' || char === '@') {
      const found = char === '<' ? angleToken(source, place) : everyoneToken(source, place)
      if (!found) return false
      push(found.node)
      place = found.end
      return true
    }
    if (char === '[' && !open.some(each => each.style === 'link')) {
      start('[', 'link')
      return true
    }
    if (char === ']') return closeLink()
    if (char === 'h' || char === 'H') return address()
    return styleMark(char)
  }

  while (place < source.length) {
    const char = source[place] ?? ''
    if (/[\\`<@[\]hH*_~|]/.test(char) && special(char)) continue
    text += char
    place += 1
  }
  while (open.length > 0) abandon()
  flush()
  return joinText(root)
}

function containsLink(nodes: readonly Inline[]): boolean {
  return nodes.some(node => node.kind === 'link' || (isStyle(node) && containsLink(node.children)))
}

/** Joins neighboring text nodes, at every depth. */
function joinText(nodes: readonly Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text
    else if (node.kind === 'text') joined.push({ ...node })
    else if (isStyle(node) || node.kind === 'link') joined.push({ ...node, children: joinText(node.children) })
    else joined.push(node)
  }
  return joined
}
