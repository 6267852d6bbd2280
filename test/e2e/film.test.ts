import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOf, type Film, momentOf, picturesOf, stateAt } from '#web/site/landing/film/film.ts'
import recorded from '#web/site/landing/film/film.json' with { type: 'json' }
import { axeFindings } from './axe.ts'
import { createDesk, type Desk, moving } from './desk.ts'

const film = recorded as Film
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

async function atFilm(options: Parameters<Desk['open']>[0]) {
  const page = await desk.open(options)
  await page.goto(desk.dashboard('/'))
  await page.getByRole('heading', { name: 'Watch an attack fail' }).scrollIntoViewIfNeeded()
  await page.locator('.film-place').scrollIntoViewIfNeeded()
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.waitFor()
  const gone = page.locator('.player-things [data-state="gone"]')
  return { page, slider, gone }
}

test('the film is played to its end, paused, and stepped through with keys', async () => {
  const { page, slider, gone } = await atFilm(moving)
  await slider.focus()
  await page.keyboard.press('Shift+ArrowRight')
  const [, second] = picturesOf(film).filter(({ at }, place, all) => all.findIndex(one => one.at === at) === place)
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${momentOf(second?.at ?? 0)},`))
  await expect.poll(() => gone.count()).toBe(stateAt(film, second?.at ?? 0).filter(state => state === 'gone').length)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  // The film takes as long as the attack did.
  await page.getByRole('button', { name: 'Play' }).waitFor({ timeout: 2 * endOf(film) + 60_000 })
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(momentOf(endOf(film)))
  await expect.poll(() => gone.count()).toBe(0)
  expect(desk.complaints).toEqual([])
})

test('people who prefer reduced motion get still pictures, also on a phone', async () => {
  const { page, slider, gone } = await atFilm({ viewport: { width: 360, height: 800 } })
  await expect.poll(() => page.getByRole('button', { name: 'Play' }).count()).toBe(0)
  const moments = [...new Set(picturesOf(film).map(({ at }) => at))]
  for (const moment of moments.slice(1)) {
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${momentOf(moment)},`))
    await expect.poll(() => gone.count()).toBe(stateAt(film, moment).filter(state => state === 'gone').length)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})
