import type { Page } from 'playwright-core'

/** What fits in a line of any part of a page: a longer word may be broken. */
const longest = 12

/** The words of a page, or names like PUBLIC_URL, that go on in another line, although there would be room for them in one. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(most => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}_]{2,}/gu)) {
        if (word.length > most) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  }, longest)
