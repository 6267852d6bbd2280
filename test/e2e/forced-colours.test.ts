import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'

/**
 * High contrast in Windows and similar modes replace every color by a few of the system's, so whatever is told by color
 * alone is lost. Pictures are compared, because only they show what remains.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

/**
 * Puts elements with the product's own classes on an empty part of the page, each in a box with a name to find it by.
 */
async function put(markup: Record<string, string>): Promise<Locator> {
  await page.evaluate(all => {
    const place = document.createElement('div')
    place.id = 'states'
    place.style.cssText =
      'position:fixed;inset:0;z-index:999;display:grid;align-content:start;grid-template-columns:repeat(6,160px);background:Canvas'
    place.innerHTML = Object.entries(all)
      .map(([name, html]) => `<div data-name="${name}" style="height:64px;padding:8px">${html}</div>`)
      .join('')
    document.body.append(place)
  }, markup)
  return page.locator('#states')
}

/**
 * The pairs of boxes that look the same in one picture of all: fewer than 0.2 % of their pixels differ. A whole picket
 * of the fence is 2.5 % of its frame.
 */
const alikeOn = (picture: Buffer, groups: string[][]): Promise<string[]> =>
  page.evaluate(
    async ([png, groups]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(png), sign => sign.charCodeAt(0))], { type: 'image/png' }),
      )
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      pen?.drawImage(bitmap, 0, 0)
      const pixels = (name: string) => {
        const box = document.querySelector(`[data-name="${name}"]`)?.getBoundingClientRect()
        if (!pen || !box || box.bottom > bitmap.height) throw new Error(`${name} is not on the picture`)
        return new Uint32Array(pen.getImageData(box.x, box.y, box.width, box.height).data.buffer)
      }
      const look = (one: string, other: string) => {
        const [a, b] = [pixels(one), pixels(other)]
        if (a.length !== b.length || a.length === 0) throw new Error(`pictures of ${a.length} and ${b.length} pixels`)
        return a.filter((pixel, place) => pixel !== b[place]).length / a.length
      }
      return groups.flatMap(group =>
        group.flatMap((one, place) =>
          group
            .slice(place + 1)
            .filter(other => look(one, other) < 0.002)
            .map(other => `${one} = ${other}`),
        ),
      )
    },
    [picture.toString('base64'), groups] as const,
  )

/** What the components in `web/ui` render, in each state. */
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

/**
 * Opens a page with the styles of everything above: the fence comes with the dashboard, controls with a settings page.
 */
async function open(colorScheme: 'dark' | 'light'): Promise<void> {
  page = await desk.signedIn('owner', { forcedColors: 'active', colorScheme, bypassCSP: true })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page.getByRole('complementary').getByRole('link', { name: 'Welcome Configuration' }).click()
  await page.getByRole('switch').first().waitFor()
}

/** The states that look the same. */
async function alike(): Promise<string[]> {
  const states = await put(controls)
  return alikeOn(await states.screenshot({ animations: 'disabled', caret: 'hide' }), groups)
}

test.each(['dark', 'light'] as const)('in forced colors (%s), every state differs from the others', async scheme => {
  await open(scheme)
  expect(await alike()).toEqual([])
})

test('without our style rules, states look the same, as the pictures show', async () => {
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
