import type { Page } from 'playwright-core'

/**
 * Controls that are less than 40 px high on a phone, counting the box, its label and the area that its `::before` or
 * `::after` adds. As in WCAG 2.5.8, links within sentences and in drawn messages are excepted, and also sliders, whose
 * thumbs are what is held.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressed = 'a[href], button, input:not([type=range]), select, textarea, summary, [role=switch], [role=tab]'
    const isInline = (element: Element) => getComputedStyle(element).display.startsWith('inline')
    /** Whether there are words beside it in the same line of text. */
    const isInSentence = (target: Element) => {
      if (!isInline(target)) return false
      let block = target.parentElement
      while (block && isInline(block)) block = block.parentElement
      return [...(block?.childNodes ?? [])].some(
        node =>
          !node.contains(target) &&
          (node.nodeType === Node.TEXT_NODE || (node instanceof Element && isInline(node) && !node.matches(pressed))) &&
          /[\p{L}\d]/u.test(node.textContent ?? ''),
      )
    }
    const isSeen = (target: Element) =>
      target.getBoundingClientRect().width > 1 &&
      target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      target.closest('[aria-hidden=true], .md-link') === null
    const heightOf = (target: Element) => {
      const added = ['::before', '::after']
        .map(part => getComputedStyle(target, part))
        .filter(({ position, content }) => position === 'absolute' && content !== 'none')
        .map(({ height }) => Number.parseFloat(height))
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
      return Math.max(...added, ...[target, ...labels].map(one => one.getBoundingClientRect().height))
    }
    return [...document.querySelectorAll(pressed)]
      .filter(target => isSeen(target) && !isInSentence(target) && heightOf(target) < 39.5)
      .map(target => `${Math.round(heightOf(target))} px high: ${target.outerHTML.slice(0, 160)}`)
  })
