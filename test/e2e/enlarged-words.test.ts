import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenWords } from './broken-words.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { settled } from './page-settled.ts'

/** Pages with columns, on a phone with everything enlarged twice. */
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
})
afterAll(() => desk.close())

test.each(['dashboard', 'commands'])('on an enlarged page, no word is broken: %s', async path => {
  const page = await desk.signedIn('owner', { viewport: { width: 195, height: 422 } })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await expect.poll(() => brokenWords(page)).toEqual([])
})
