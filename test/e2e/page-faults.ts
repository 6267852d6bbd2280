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

/** What moves without an end though nobody sees it: the browser draws for it as long as the page is open. */
const unseenMotion = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      const isEndless = playState === 'running' && effect?.getComputedTiming().endTime === Infinity
      if (!target || !isEndless) return []
      if (target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      return [`moves unseen: ${target.outerHTML.slice(0, 200)}`]
    }),
  )

/** Calls of the API are drawn alike and are some hundreds: api-reference.test.ts has axe look at them all, for seconds. */
const takeCallsAway = (page: Page) =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('.api-reference .commands > :nth-child(n + 4)')].map(call => {
      const list = call.parentElement
      call.remove()
      return { list, call }
    }),
  )

/** All that is wrong with a page as it stands, as lines that a person can act on. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = [...(await nameFaults(page)), ...(await unseenMotion(page))]
  const away = await takeCallsAway(page)
  faults.push(...(await axeFindings(page)))
  await away.evaluate(calls => {
    for (const { list, call } of calls) list?.append(call)
  })
  return faults
}
