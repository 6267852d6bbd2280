import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'

/**
 * Windows' high contrast and its like replace every colour by a few of the system's: what is told by colour alone is
 * told no more. Compared are pictures, because only they show what is left.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

/** The share of the pixels in which two pictures of one size differ, 0 to 1. */
const difference = (first: Buffer, second: Buffer): Promise<number> =>
  page.evaluate(
    async ([one, other]) => {
      const pixels = async (picture: string) => {
        const bitmap = await createImageBitmap(
          new Blob([Uint8Array.from(atob(picture), sign => sign.charCodeAt(0))], { type: 'image/png' }),
        )
        const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        pen?.drawImage(bitmap, 0, 0)
        return new Uint32Array(pen?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? new ArrayBuffer(0))
      }
      const [a, b] = [await pixels(one), await pixels(other)]
      if (a.length !== b.length || a.length === 0) throw new Error(`pictures of ${a.length} and ${b.length} pixels`)
      return a.filter((pixel, place) => pixel !== b[place]).length / a.length
    },
    [first.toString('base64'), second.toString('base64')] as const,
  )

const picture = (element: Locator) => element.screenshot({ animations: 'disabled', caret: 'hide' })

/** Puts elements of the product's own classes on an empty part of the page, each with a name to be found by. */
async function put(markup: Record<string, string>): Promise<(name: string) => Locator> {
  await page.evaluate(all => {
    const place = document.createElement('div')
    place.style.cssText =
      'position:fixed;inset:0;z-index:999;display:grid;align-content:start;grid-template-columns:repeat(6,160px);background:Canvas'
    place.innerHTML = Object.entries(all)
      .map(([name, html]) => `<div data-name="${name}" style="height:64px;padding:8px">${html}</div>`)
      .join('')
    document.body.append(place)
  }, markup)
  return name => page.locator(`[data-name="${name}"]`)
}

/** What the components of `web/ui` draw, in each state. */
const controls = {
  'switch off': '<input type="checkbox" class="switch">',
  'switch on': '<input type="checkbox" class="switch" checked>',
  'disabled switch off': '<input type="checkbox" class="switch" disabled>',
  'disabled switch on': '<input type="checkbox" class="switch" checked disabled>',
  'check off': '<input type="checkbox" class="check">',
  'check on': '<input type="checkbox" class="check" checked>',
  'radio off': '<input type="radio" class="radio">',
  'radio on': '<input type="radio" class="radio" checked>',
  'slider low': '<input type="range" class="slider-track" style="--filled:10%" value="50">',
  'slider high': '<input type="range" class="slider-track" style="--filled:90%" value="50">',
  'disabled slider': '<input type="range" class="slider-track" style="--filled:90%" value="50" disabled>',
  ...Object.fromEntries(
    ['off', 'on', 'warning', 'danger'].map(state => [
      `picket ${state}`,
      `<span class="fence"><i class="picket picket-${state}"></i></span>`,
    ]),
  ),
  ...Object.fromEntries(
    ['neutral', 'accent', 'warning', 'danger'].map(tone => [
      `badge ${tone}`,
      `<span class="badge badge-${tone}">State</span>`,
    ]),
  ),
  'segment off': '<div class="segment"><label><input type="radio">Dark</label></div>',
  'segment on': '<div class="segment"><label><input type="radio" checked>Dark</label></div>',
  'tab off': '<div role="tablist"><button class="tab" role="tab" aria-selected="false">General</button></div>',
  'tab on': '<div role="tablist"><button class="tab" role="tab" aria-selected="true">General</button></div>',
}

const groups = [
  ['switch off', 'switch on'],
  ['disabled switch off', 'disabled switch on'],
  ['check off', 'check on'],
  ['radio off', 'radio on'],
  ['slider low', 'slider high', 'disabled slider'],
  ['picket off', 'picket on', 'picket warning', 'picket danger'],
  ['badge neutral', 'badge accent', 'badge warning', 'badge danger'],
  ['segment off', 'segment on'],
  ['tab off', 'tab on'],
]

/** A page with the styles of everything above: the fence comes with the dashboard, controls with a page of settings. */
async function open(colorScheme: 'dark' | 'light'): Promise<void> {
  page = await desk.signedIn('owner', { forcedColors: 'active', colorScheme, bypassCSP: true })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page.getByRole('complementary').getByRole('link', { name: 'Welcome Configuration' }).click()
  await page.getByRole('switch').first().waitFor()
}

/** The states that look the same, or nearly: a whole picket is a fortieth of its frame. */
async function alike(): Promise<string[]> {
  const named = await put(controls)
  const found: string[] = []
  for (const group of groups) {
    const pictures = await Promise.all(group.map(async name => [name, await picture(named(name))] as const))
    for (const [place, [first, one]] of pictures.entries())
      for (const [second, other] of pictures.slice(place + 1))
        if ((await difference(one, other)) < 0.002) found.push(`${first} = ${second}`)
  }
  return found
}

test.each(['dark', 'light'] as const)('with few colours (%s), every state differs from the others', async scheme => {
  await open(scheme)
  expect(await alike()).toEqual([])
})

test('without our rules they would not: the pictures show it', async () => {
  await open('dark')
  await page.evaluate(() => {
    const drop = (of: CSSStyleSheet | CSSGroupingRule) => {
      for (const [place, rule] of [...[...of.cssRules].entries()].toReversed())
        if (rule instanceof CSSMediaRule && rule.conditionText.includes('forced-colors')) of.deleteRule(place)
        else if (rule instanceof CSSGroupingRule) drop(rule)
    }
    for (const sheet of document.styleSheets) drop(sheet)
  })
  const found = await alike()
  for (const pair of ['switch off = switch on', 'picket off = picket on', 'badge neutral = badge accent'])
    expect(found).toContain(pair)
})
