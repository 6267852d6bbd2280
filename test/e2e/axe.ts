import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Without its comments, because the browser reads it again in every page. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Axe's findings in the current state of a page, as lines that a person can act on. Transitions are finished first, as
 * half-faded text has little contrast. Axe is put into a page once, does not describe what passes, and does not fetch
 * style sheets again, so it takes half as long as with @axe-core/playwright.
 * @param within the selector of the only part to check
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(async part => {
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline && animation.effect?.getComputedTiming().endTime !== Infinity)
        animation.finish()
    const results = await window.axe?.run(part ?? document, { reporter: 'no-passes', preload: false })
    if (!results) throw new Error('axe is not in the page')
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all, none }) =>
        [`${id}: ${html}`, ...[...any, ...all, ...none].map(({ message }) => message)].join('\n'),
      ),
    )
  }, within)
}
