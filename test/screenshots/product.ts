import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { createDesk } from '../e2e/desk.ts'
import { everythingOn } from '../e2e/everything-on.ts'
import { settled } from '../e2e/page-settled.ts'
import { staged } from './staged.ts'

const folder = 'web/site/features/pictures'
const tree = readFileSync('web/routeTree.gen.ts', 'utf8')

/** The groups of the features page and their parts, with the page of a server that shows each. */
const shots = [
  { id: 'anti-nuke', path: 'antinuke', search: '?tab=protection' },
  { id: 'auto-moderation', path: 'automod' },
  { id: 'moderation', path: 'moderation' },
  { id: 'tickets', path: 'tickets' },
  { id: 'welcome', path: 'welcome' },
  { id: 'levels', path: 'progression' },
  { id: 'reaction-roles', path: 'reactionroles' },
  {
    id: 'custom-embeds',
    path: 'embeds',
    // The one draft that is there.
    async show(page: Page) {
      await page.getByRole('tab', { name: /^Drafts/ }).click()
      await page.getByRole('list', { name: 'Drafts' }).getByRole('button', { name: 'Open' }).click()
    },
  },
  {
    id: 'automations',
    path: 'automations',
    async show(page: Page) {
      await page.getByRole('link', { name: 'Move sale offers' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('would have started it.').waitFor()
    },
  },
  {
    id: 'custom-commands',
    path: 'customcommands',
    async show(page: Page) {
      await page.getByRole('link', { name: /\.firing/ }).click()
      await page.getByLabel('Name', { exact: true }).waitFor()
    },
  },
  { id: 'emojis', path: 'emojis' },
  { id: 'invites', path: 'invites' },
] as const

/** As wide as its column on the features page. */
const size = { width: 800, height: 450 }
const quality = 62

async function saved(picture: Buffer, file: string): Promise<void> {
  const canvas = createCanvas(size.width, size.height)
  canvas.getContext('2d').drawImage(await loadImage(picture), 0, 0, size.width, size.height)
  writeFileSync(file, await canvas.encode('webp', quality))
}

async function shoot(page: Page): Promise<Buffer> {
  const main = await page.getByRole('main').boundingBox()
  if (!main) throw new Error(`${page.url()} has no main part`)
  const x = main.x + Math.max(0, (main.width - 1040) / 2)
  return page.screenshot({ clip: { x, y: main.y, width: 1040, height: 585 } })
}

/** The product itself in the demo's world, with everything on, in both themes. */
export async function photographProduct(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const desk = await createDesk()
  try {
    await everythingOn(desk)
    await staged(desk.harness)
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await desk.signedIn('owner', {
        colorScheme,
        viewport: { width: 1340, height: 760 },
        reducedMotion: 'reduce',
      })
      for (const shot of shots) {
        if (!tree.includes(`'/manage/$guildId/${shot.path}'`)) continue
        const search = 'search' in shot ? shot.search : ''
        await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${shot.path}${search}`))
        await settled(page)
        if ('show' in shot) {
          await shot.show(page)
          await settled(page)
        }
        await saved(await shoot(page), `${folder}/${shot.id}-${colorScheme}.webp`)
      }
    }
  } finally {
    await desk.close()
  }
}
