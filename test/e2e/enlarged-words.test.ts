import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walked } from '../sampling.ts'
import { brokenWords } from './broken-words.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { turnTo } from './page-settled.ts'
import { routes } from './routes.ts'

/** Every page on a phone with everything enlarged twice, or on a desktop enlarged to 400 % in a narrow window. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  page = await desk.signedIn('owner', { viewport: { width: 195, height: 422 } })
})
afterAll(() => desk.close())

/** In what the documentation says of commands and calls, names stand together without spaces. */
const isReference = (path: string) => path.startsWith('/docs/')

test.each(walked(routes().filter(path => !isReference(path))))(
  'on an enlarged page, no word is broken: %s',
  async path => {
    await turnTo(page, desk.dashboard(path.replace(':id', desk.harness.guildId)))
    await expect.poll(() => brokenWords(page)).toEqual([])
  },
)
