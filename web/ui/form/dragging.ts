/** From how many pixels on a press is a drag. */
const slack = 4
/** How close to its edge a container scrolls, and how far per frame (px). */
const edge = 56
const step = 10

/** The entries of the list that an element within one of them belongs to. */
export const entriesOf = (list: Element | null | undefined): HTMLElement[] =>
  [...(list?.children ?? [])].filter(
    one => one instanceof HTMLElement && one.dataset['entry'] !== undefined,
  ) as HTMLElement[]

function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight) return one
  return document.scrollingElement ?? document.documentElement
}

/** The dragged entry, where each entry was before, and where it would be dropped. */
interface Drag {
  entries: HTMLElement[]
  at: number
  boxes: { top: number; height: number }[]
  scroller: Element
  startY: number
  y: number
  to: number
  frame: number
}

/**
 * Lets the pointer move an entry of a list. Only its appearance changes until it is dropped.
 * @param grip the pressed element
 * @param onDrop called with the new place, if it changed
 * @returns handlers for the pointer's moves, its release and its loss
 */
export function startDrag(grip: Element, pressedY: number, onDrop: (to: number) => void) {
  let drag: Drag | undefined

  const place = () => {
    if (!drag) return
    const { entries, at, boxes, scroller, startY, y } = drag
    const own = boxes[at]
    if (!own) return
    const offset = y + scroller.scrollTop - startY
    const [top, bottom] = [own.top + offset, own.top + own.height + offset]
    const centers = boxes.map(box => box.top + box.height / 2)
    const before = centers.filter((center, other) => other < at && top < center).length
    const after = centers.filter((center, other) => other > at && bottom > center).length
    const to = at - before + after
    const [first, second] = boxes
    const gap = first && second ? second.top - first.top - first.height : 0
    const shift = own.height + gap
    drag.to = to
    for (const [other, entry] of entries.entries()) {
      const by = other === at ? offset : other > at && other <= to ? -shift : other < at && other >= to ? shift : 0
      entry.style.transform = by === 0 ? '' : `translateY(${by}px)`
    }
  }

  const begin = (y: number) => {
    const own = grip.closest<HTMLElement>('[data-entry]')
    const entries = entriesOf(own?.parentElement)
    if (!own || entries.length < 2) return
    const scroller = scrollerOf(own)
    const boxes = entries.map(one => {
      const { top, height } = one.getBoundingClientRect()
      return { top, height }
    })
    drag = {
      entries,
      at: entries.indexOf(own),
      boxes,
      scroller,
      startY: pressedY + scroller.scrollTop,
      y,
      to: entries.indexOf(own),
      frame: 0,
    }
    own.dataset['entry'] = 'dragged'
    for (const one of entries) if (one !== own) one.dataset['entry'] = 'beside'
    const scroll = () => {
      if (!drag) return
      const isPage = scroller === document.scrollingElement
      const box = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
      if (drag.y < box.top + edge) scroller.scrollTop -= step
      else if (drag.y > box.bottom - edge) scroller.scrollTop += step
      place()
      drag.frame = requestAnimationFrame(scroll)
    }
    drag.frame = requestAnimationFrame(scroll)
  }

  const end = () => {
    if (!drag) return
    cancelAnimationFrame(drag.frame)
    for (const one of drag.entries) {
      one.style.transform = ''
      one.dataset['entry'] = ''
    }
    drag = undefined
  }

  return {
    /** @returns whether it is being dragged */
    move(y: number): boolean {
      if (!drag && Math.abs(y - pressedY) >= slack) begin(y)
      if (!drag) return false
      drag.y = y
      place()
      return true
    },
    drop() {
      if (!drag) return
      place()
      const { at, to } = drag
      end()
      if (to !== at) onDrop(to)
    },
    cancel: end,
  }
}
