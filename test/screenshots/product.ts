import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright-core'
import { createDesk, type Desk } from '../e2e/desk.ts'
import { everythingOn } from '../e2e/everything-on.ts'
import { settled } from '../e2e/page-settled.ts'
import { afterwards, type Shot, shots } from './shots.ts'
import { staged } from './staged.ts'
import { stagedIncident, stagedLife } from './staged-life.ts'

const folder = 'web/site/features/pictures'
const tree = readFileSync('web/routeTree.gen.ts', 'utf8')

/** Twice the pixels of a card on the features page. */
const size = { width: 768, height: 432 }
const quality = 62
/**
 * The margin around the element, and a picture's minimum width, so that letters are about as large as in the product.
 */
const margin = 12
const leastWidth = 384

/** High enough that nothing is below the fold, where it would not be loaded. */
const viewports = { phone: { width: 392, height: 3200 }, wide: { width: 1340, height: 1500 } }

async function saved(picture: Buffer, file: string): Promise<void> {
  const canvas = createCanvas(size.width, size.height)
  canvas.getContext('2d').drawImage(await loadImage(picture), 0, 0, size.width, size.height)
  writeFileSync(file, await canvas.encode('webp', quality))
}

/** Marks the element to be shown. @returns its place */
const mark = (thing: Locator) =>
  thing.evaluate(element => {
    element.setAttribute('data-shown', '')
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })

/**
 * Takes a picture of a single element on the page's background: centered, or from its top if it is higher than the
 * picture.
 */
async function shoot(page: Page, shot: Shot): Promise<Buffer> {
  const thing = shot.of(page)
  // Marked before the rest is hidden, because hidden elements have no role to be found by.
  await mark(thing)
  await page.addStyleTag({ content: 'body { visibility: hidden } [data-shown] { visibility: visible }' })
  const box = await mark(thing)
  const width = Math.max(leastWidth, box.width + 2 * margin)
  const height = (width * size.height) / size.width
  const above = Math.max(margin, (height - box.height) / 2)
  return page.screenshot({ clip: { x: box.x - (width - box.width) / 2, y: box.y - above, width, height } })
}

async function photograph(desk: Desk, taken: readonly Shot[]): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const layout of ['phone', 'wide'] as const) {
      const page = await desk.signedIn('owner', {
        colorScheme,
        viewport: viewports[layout],
        deviceScaleFactor: 2,
        reducedMotion: 'reduce',
        // The style that hides the rest is ours.
        bypassCSP: true,
      })
      for (const shot of taken) {
        if (shot.width !== layout || !tree.includes(`'/manage/$guildId/${shot.path.split('/', 1)[0]}'`)) continue
        await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${shot.path}`))
        await settled(page)
        await shot.before?.(page)
        await settled(page)
        await saved(await shoot(page, shot), `${folder}/${shot.id}-${colorScheme}.webp`)
      }
      await page.close()
    }
}

/** Pictures of the product in the demo's world, with everything on, in both themes. */
export async function photographProduct(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const desk = await createDesk()
  try {
    await everythingOn(desk)
    await staged(desk.harness)
    await stagedLife(desk.harness)
    await photograph(desk, shots)
    await stagedIncident(desk.harness)
    await photograph(desk, afterwards)
  } finally {
    await desk.close()
  }
}
