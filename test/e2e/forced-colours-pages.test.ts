// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staged } from '../screenshots/staged.ts'
import { stagedIncident, stagedLife } from '../screenshots/staged-life.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { settled, turnTo } from './page-settled.ts'

/**
 * Whole pages in forced colors (forced-colours.test.ts tests their parts), in the theme that does not match these,
 * since somebody may have chosen it before.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  await staged(desk.harness)
  await stagedLife(desk.harness)
  await stagedIncident(desk.harness)
  page = await desk.signedIn('owner', { forcedColors: 'active', colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('palisade-theme', 'dark'))
})
afterAll(() => desk.close())

const at = (path: string) => turnTo(page, desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))

/** Elements that are drawn in one of our colors, unless that color is what they show. */
const oursIn = () =>
  page.evaluate(() => {
    const system = ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'GrayText', 'ButtonText', 'LinkText']
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.forcedColorAdjust = 'none'
    const palette = new Set(
      [...system, 'transparent'].map(colour => {
        probe.style.color = colour
        return getComputedStyle(probe).color
      }),
    )
    probe.remove()
    const isPicture = '.role-dot, .swatch, .colour-chip, .avatar, .logo, [class*="server-icon"]'
    const found = [...document.querySelectorAll('body *')].flatMap(element => {
      if (element.closest(isPicture) || !element.checkVisibility()) return []
      const style = getComputedStyle(element)
      const drawn = element.matches('.lucide, svg text')
        ? [element.matches('text') ? style.fill : style.color]
        : style.forcedColorAdjust === 'none' && !(element instanceof SVGElement)
          ? [style.backgroundColor, ...(style.borderTopStyle === 'none' ? [] : [style.borderTopColor])]
          : []
      const ours = drawn.filter(colour => !palette.has(colour))
      return ours.map(colour => `${element.tagName} ${element.getAttribute('class') ?? ''}: ${colour}`)
    })
    return [...new Set(found)]
  })

const pages = [
  'dashboard',
  'antinuke',
  'antinuke/posture',
  'antinuke/time-machine',
  'antinuke/incidents/1',
  'tickets',
  'emojis',
  'welcome',
  'progression/leaderboard',
  'embeds',
  'history',
]

test('nothing is drawn in one of our colors, which might equal that of the page', async () => {
  for (const path of pages) {
    await at(path)
    await expect.poll(async () => ({ path, ours: await oursIn() })).toEqual({ path, ours: [] })
  }
  await at('antinuke/drill')
  await page.getByRole('button', { name: 'Run drill' }).click()
  await page.locator('.film-pickets').first().waitFor()
  await settled(page)
  await expect.poll(oursIn).toEqual([])
})

test('focused elements show it, although shadows are not drawn', async () => {
  const unseen: string[] = []
  for (const [path, places] of [
    ['tickets', ['.ticket-table th a']],
    ['antinuke/time-machine', ['.tm-handle', '.tm-row[tabindex="0"]', '.tm-filters button']],
    ['progression', ['.import-file input']],
    ['welcome', ['.swatch input:checked', '.swatch input:not(:checked)']],
    ['reactionroles', ['.menu-card']],
  ] as const) {
    await at(path)
    for (const place of places) {
      const looks = await page
        .locator(place)
        .first()
        .evaluate(element => {
          const shown = element.closest('label') ?? element.parentElement?.querySelector('input + label') ?? element
          const look = () => {
            const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(shown)
            return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineOffset} ${outlineWidth}`
          }
          const before = look()
          const byKey: FocusOptions & { focusVisible: boolean } = { focusVisible: true }
          if (element instanceof HTMLElement) element.focus(byKey)
          return [before, look()]
        })
      if (looks[0] === looks[1]) unseen.push(`${path}: ${place}`)
    }
  }
  expect(unseen).toEqual([])
})
