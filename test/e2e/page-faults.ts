import type { Page } from 'playwright-core'
import { axeFindings } from './axe.ts'

/** What came alive that was only a name. */
const alive = (page: Page) =>
  page.evaluate(() => {
    const traces =
      'img[src="x"], [onerror], [onload], [onclick], iframe, object, embed, b > script, a[href^="javascript:" i]'
    const inline = [...document.querySelectorAll('script')].filter(script => script.text.includes('alert('))
    return [...document.querySelectorAll(traces), ...inline].map(element => element.outerHTML.slice(0, 200))
  })

/** By how many pixels a page is wider than its window. */
async function overhang(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return pixels > 0 ? [`scrolls ${pixels} px sideways`] : []
}

/** What names have done to a page as it stands: nothing, when they are but names. */
export const nameFaults = async (page: Page): Promise<string[]> => [...(await alive(page)), ...(await overhang(page))]

/** All that is wrong with a page as it stands, as lines that a person can act on. */
export const pageFaults = async (page: Page): Promise<string[]> => [
  ...(await nameFaults(page)),
  ...(await axeFindings(page)),
]
