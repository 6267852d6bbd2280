import { type RefObject, useEffect, useRef } from 'react'
import { isTyping, useKeyDown } from '#web/ui/use-key-down.ts'

/** The name of search results in style sheets: `::highlight(transcript-hit)`. */
const name = 'transcript-hit'

/** All occurrences of `search` in an element's text, in order. */
function rangesIn(element: HTMLElement, search: string): Range[] {
  const wanted = search.toLowerCase()
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    const lower = text.toLowerCase()
    if (lower.length !== text.length) continue
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}

/**
 * Marks search results without changing the DOM; N goes to the next, Shift+N to the previous one.
 * @param shown changes with the element's content; undefined while it has none
 */
export function useHits(element: RefObject<HTMLElement | null>, search: string, shown: unknown): void {
  const ranges = useRef<Range[]>([])
  const at = useRef(-1)
  useEffect(() => {
    at.current = -1
    ranges.current = element.current && shown !== undefined && search !== '' ? rangesIn(element.current, search) : []
    // Older browsers have no highlights; N still goes from one to the next.
    const highlights: HighlightRegistry | undefined = 'highlights' in CSS ? CSS.highlights : undefined
    highlights?.set(name, new Highlight(...ranges.current))
    return () => void highlights?.delete(name)
  }, [element, search, shown])
  useKeyDown(event => {
    const all = ranges.current
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return
    if (all.length === 0 || isTyping(event.target)) return
    event.preventDefault()
    at.current = (at.current + (event.shiftKey ? -1 : 1) + all.length) % all.length
    all[at.current]?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  })
}
