import { focusHeadingOf } from './focus-place.ts'

/** The place of something that was removed from the page. */
interface Removal {
  parent: Element
  before: Node | null
  after: Node | null
  /** The whole removed element. */
  removed: Element
  /** What was added to the page at the same time, such as another page. */
  added: readonly Node[]
}

const focusable = ':is(button, input, textarea, select, a[href], [tabindex="0"]):not(:disabled)'
/** Replacements are looked for within this only. */
const part = '.field, fieldset, section, form, [role="dialog"], main'
/** Removing a row may ask first, so what had the focus before the question is remembered, too. */
const mostRemembered = 6

let recentlyFocused: Element[] = []
let isByKey = false
const removals = new WeakMap<Element, Removal>()

const isLost = () => document.activeElement === null || document.activeElement === document.body
const controlsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>(focusable)]
/** What a control does, without numbers: 'Remove question 2' and 'Remove question 3' do the same. */
const actionOf = (control: Element) => (control.getAttribute('aria-label') ?? control.textContent).trim().split(/\s/)[0]

const element = (node: Node | null, towards: 'next' | 'previous'): Element | null => {
  let found = node
  while (found && !(found instanceof Element)) found = towards === 'next' ? found.nextSibling : found.previousSibling
  return found?.isConnected === true ? found : null
}

const isOfSameList = (one: Element, other: Element) =>
  one.tagName === other.tagName && one.classList[0] === other.classList[0]

/** The control in one list entry that does the same as `control` did in another. */
function counterpart(entry: Element | null, { removed }: Removal, control: Element): HTMLElement | undefined {
  if (!entry || !isOfSameList(entry, removed)) return undefined
  // Buttons in a row look alike, but each does something else.
  if (entry instanceof HTMLElement && entry.matches(focusable))
    return actionOf(entry) === actionOf(control) ? entry : undefined
  const all = controlsIn(entry).filter(one => actionOf(one) === actionOf(control))
  const place = controlsIn(removed)
    .filter(one => actionOf(one) === actionOf(control))
    .indexOf(control as HTMLElement)
  return all[place] ?? all[0]
}

const isBehind = (one: Element, other: Element) =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/**
 * After the last entry of a list was removed: the control that adds one, or the field that it was chosen in. Never
 * another control that happens to be there, or one that was just added: a second key press would activate it.
 */
function nearest({ parent, after, before, removed, added }: Removal, control: Element): HTMLElement | undefined {
  // A single button that was removed is not an entry of a list.
  if (removed === control && !parent.closest('.field')) return undefined
  const behind = element(after, 'next')
  const ahead = element(before, 'previous')
  for (let around: Element | null = parent; around; around = around.parentElement) {
    const isField = around.matches('.field')
    const all = controlsIn(around).filter(
      one => (isField || actionOf(one) === 'Add') && !added.some(node => node.contains(one)),
    )
    const found =
      (behind && all.find(one => one === behind || isBehind(one, behind))) ??
      (ahead && all.findLast(one => ahead.contains(one) || !isBehind(one, ahead))) ??
      all.at(-1)
    if (found) return found
    if (around.matches(part)) return undefined
  }
  return undefined
}

/**
 * Moves the focus after an element was removed: to the control in the next list entry that does the same, otherwise in
 * the previous one, otherwise to the control that adds one, otherwise to the heading. Only for keyboard users: focusing
 * a field opens a phone's keyboard.
 */
export function focusBeside(gone: Element): void {
  const removal = removals.get(gone)
  // A dialog or a list above the page returns the focus itself.
  if (!removal || !isByKey || !removal.parent.isConnected || removal.parent === document.body) return
  const place =
    counterpart(element(removal.after, 'next'), removal, gone) ??
    counterpart(element(removal.before, 'previous'), removal, gone) ??
    nearest(removal, gone)
  if (place) place.focus()
  // A dialog keeps the focus itself.
  else if (!removal.parent.closest('[role="dialog"]')) focusHeadingOf(removal.parent)
}

function note(records: readonly MutationRecord[]): void {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes])
  for (const { target, removedNodes, previousSibling: before, nextSibling: after } of records)
    for (const removed of removedNodes)
      if (removed instanceof Element && target instanceof Element)
        for (const one of recentlyFocused)
          if (removed.contains(one)) removals.set(one, { parent: target, before, after, removed, added })
  const last = recentlyFocused.at(-1)
  if (!last || last.isConnected || !isLost()) return
  // Anything later is about something else.
  recentlyFocused = recentlyFocused.filter(one => one !== last)
  focusBeside(last)
}

/**
 * From now on, whenever the focused element is removed from the page, such as a row by its own button, moves the focus
 * to a place beside it, so that the next Tab does not start at the top of the page.
 * @returns a function that ends this
 */
export function watchRemovals(): () => void {
  const watched = new AbortController()
  const how = { capture: true, signal: watched.signal }
  const onKey = () => (isByKey = true)
  const onPointer = () => (isByKey = false)
  const onFocus = ({ target }: Event) => {
    // A menu closes as soon as an item is chosen, and the button that opened it may be removed with it.
    if (target instanceof Element && !target.closest('[role="menu"]'))
      recentlyFocused = [...recentlyFocused.filter(one => one !== target), target].slice(-mostRemembered)
  }
  document.addEventListener('keydown', onKey, how)
  document.addEventListener('pointerdown', onPointer, how)
  document.addEventListener('focusin', onFocus, how)
  const observer = new MutationObserver(note)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    watched.abort()
    recentlyFocused = []
  }
}
