import type { Page } from 'playwright-core'
import { axeFindings } from './axe.ts'

/** Markup from names that became real elements. */
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

/** What hostile names have done to the page; empty if they are shown as mere text. */
export const nameFaults = async (page: Page): Promise<string[]> => [...(await alive(page)), ...(await overhang(page))]

/** Endless animations that nobody sees: the browser keeps drawing for them as long as the page is open. */
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

/**
 * Cards whose contents begin up to five pixels beside their title, which is never intended: both use `--gutter`. Framed
 * contents are indented by more.
 */
const unalignedCards = (page: Page) =>
  page.evaluate(() => {
    const beginOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    }
    return [...document.querySelectorAll('.card > :is(.card-head, .section-head) :is(h2, h3)')].flatMap(title => {
      const { bottom } = title.getBoundingClientRect()
      const texts = [...(title.closest('.card')?.querySelectorAll('*') ?? [])].filter(
        element =>
          [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
          element.checkVisibility() &&
          element.getBoundingClientRect().top >= bottom,
      )
      const beside = Math.round(Math.min(...texts.map(beginOf)) - beginOf(title))
      return beside !== 0 && Math.abs(beside) < 6 ? [`begins ${beside} px beside its title: ${title.textContent}`] : []
    })
  })

/** Selects whose value leaves no room for the chevron: it must be cut instead. */
const crowdedSelects = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.select')].flatMap(select => {
      const chevron = select.querySelector('.select-chevron')
      if (!chevron || !select.checkVisibility()) return []
      const inside = select.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(select).paddingRight)
      const over = Math.round(chevron.getBoundingClientRect().right - inside)
      return over > 0 ? [`chevron ${over} px too far right: ${select.textContent}`] : []
    }),
  )

/**
 * Removes most calls of the API reference. There are hundreds that look alike, and api-reference.test.ts has axe check
 * them all, which takes seconds.
 */
const takeCallsAway = (page: Page) =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('.api-reference .commands > :nth-child(n + 4)')].map(call => {
      const list = call.parentElement
      call.remove()
      return { list, call }
    }),
  )

/** All faults of a page in its current state, as lines that a person can act on. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = [
    ...(await nameFaults(page)),
    ...(await unseenMotion(page)),
    ...(await unalignedCards(page)),
    ...(await crowdedSelects(page)),
  ]
  const away = await takeCallsAway(page)
  faults.push(...(await axeFindings(page)))
  await away.evaluate(calls => {
    for (const { list, call } of calls) list?.append(call)
  })
  return faults
}
