import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

/** Bytes: common proxies give all headers of an answer 4,096, and the others take a quarter of that. */
const longestHeader = 2800

const assets = (text: string) => new Set(text.match(/(?<=\/assets\/)[\w.-]+\.(?:js|css)\b/g))

test.each([
  ['/', 15, false],
  ['/docs', 15, false],
  ['/invite', 15, false],
  ['dashboard', 20, false],
  ['automod', 30, true],
  ['progression/leaderboard', 30, true],
])('%s loads in few files, all of which its first answer names', async (path, most, hasForms) => {
  const page = path.startsWith('/') ? await desk.open() : await desk.signedIn('owner')
  const requests: string[] = []
  page.on('request', request => void requests.push(...assets(request.url())))
  const address = path.startsWith('/') ? path : `/manage/${desk.harness.guildId}/${path}`
  const answer = await page.goto(desk.dashboard(address))
  await settled(page)
  const { link = '' } = (await answer?.allHeaders()) ?? {}
  expect(link.length).toBeLessThan(longestHeader)
  const named = assets(`${link} ${await answer?.text()}`)
  const loaded = new Set(requests)
  expect(requests).toHaveLength(loaded.size)
  expect([...loaded].filter(name => !named.has(name))).toEqual([])
  expect(loaded.size).toBeLessThanOrEqual(most)
  expect([...loaded].some(name => /^(forms|schemas)-/.test(name))).toBe(hasForms)
  expect(desk.complaints).toEqual([])
})
