import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadingServer } from '#web/app/guard.tsx'
import { createDesk, type Desk } from './desk.ts'
import { intercept, setOffline } from './network.ts'
import { settled } from './page-settled.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

/** In bytes. Common proxies allow 4,096 for all headers of an answer, and the other headers take a quarter of that. */
const longestHeader = 2800

const assets = (text: string) => new Set(text.match(/(?<=\/assets\/)[\w.-]+\.(?:js|css)\b/g))

test.each([
  ['/', 15, false],
  ['/docs', 15, false],
  ['/invite', 15, false],
  ['/login', 15, false],
  ['dashboard', 20, false],
  ['automod', 30, true],
  ['basic', 30, true],
  ['tickets/panel', 45, true],
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

test('a phone draws the dashboard without the sidebar, which opens over it, and requests the session once', async () => {
  const page = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  const beside = /^(sidebar|overlays)-/
  const arrived: string[] = []
  const sessions: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/user') sessions.push(request.url())
  })
  // These files are held back, so whatever is drawn does not need them.
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await intercept(page, '**/assets/*', async route => {
    const [name = ''] = assets(route.request().url())
    if (beside.test(name)) await held
    else arrived.push(name)
    await route.continue()
  })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page.getByRole('region', { name: 'Recent activity' }).getByText('Recent activity').waitFor()
  await page
    .getByRole('link', { name: /Levels/ })
    .first()
    .waitFor()
  expect(arrived.filter(name => beside.test(name))).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).click()
  release()
  await page
    .getByRole('dialog', { name: 'Server navigation' })
    .getByRole('link', { name: 'Levels', exact: true })
    .waitFor()
  expect(sessions).toHaveLength(1)
})

test('if a phone cannot load the navigation, it says so, and keeps the page and what is typed in it', async () => {
  const page = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  const file = /\/assets\/sidebar-[\w-]+\.js$/
  await intercept(page, file, route => route.abort('connectionreset'))
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
  await settled(page)
  const prefix = page.getByLabel('Bot Prefix')
  await prefix.fill('!!')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await menu.click()
  await page.getByText('The menu could not be loaded.').waitFor()
  await expect.poll(() => prefix.inputValue()).toBe('!!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await page.unroute(file)
  await page.reload()
  await menu.click()
  await page.getByRole('dialog', { name: 'Server navigation' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('if a turned tablet cannot load the navigation, it also keeps the page', async () => {
  const page = await desk.signedIn('owner', { viewport: { width: 820, height: 1180 } })
  await intercept(page, /\/assets\/sidebar-[\w-]+\.js$/, route => route.abort('connectionreset'))
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
  await settled(page)
  const prefix = page.getByLabel('Bot Prefix')
  await prefix.fill('??')
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.getByText('The menu could not be loaded.').waitFor()
  await expect.poll(() => prefix.inputValue()).toBe('??')
})

test('a page that cannot be loaded without a connection says so, and is there at the next try with one', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await settled(page)
  await setOffline(page, true)
  await page.getByRole('navigation', { name: 'Server' }).getByRole('link', { name: 'Reputation' }).click()
  await page.getByRole('heading', { level: 1, name: 'This page could not be shown' }).waitFor()
  await page.getByText('There is no connection.').waitFor()
  await setOffline(page, false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Reputation'])
})

test('on wide screens, the sidebar is drawn together with the page', async () => {
  const page = await desk.signedIn('owner')
  const files: string[] = []
  page.on('requestfinished', request => {
    if (/\/assets\/sidebar-[\w-]+\.js$/.test(request.url())) files.push(request.url())
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await intercept(page, '**/api/user', async route => {
    await held
    await route.continue()
  })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`), { waitUntil: 'commit' })
  await page.getByText(loadingServer).waitFor()
  await expect.poll(() => files.length).toBe(1)
  // A string, since vitest would turn an import in a function into one of its own.
  await page.evaluate(`import(${JSON.stringify(files[0])})`)
  await page.evaluate(() => {
    const look = () => {
      const side = document.querySelector('.manage-side')
      if (side) document.documentElement.dataset['drawn'] ??= `${side.childElementCount} in the sidebar`
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  release()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['drawn'])).toBe('1 in the sidebar')
})

test('the requests that every page of a server makes are preloaded with its files, once, for people who are signed in', async () => {
  const asked = ['/api/about', '/api/user', `/api/guild/${desk.harness.guildId}/own-access`]
  const address = desk.dashboard(`/manage/${desk.harness.guildId}/progression`)
  const page = await desk.signedIn('owner')
  const requests: string[] = []
  page.on('request', request => void requests.push(new URL(request.url()).pathname))
  const answer = await page.goto(address)
  await settled(page)
  const { link = '' } = (await answer?.allHeaders()) ?? {}
  for (const path of asked) {
    expect(link).toContain(`<${path}>; rel=preload; as=fetch; crossorigin`)
    expect(requests.filter(one => one === path)).toHaveLength(1)
  }
  const visitors = (await fetch(address, { headers: { accept: 'text/html' } })).headers.get('link')
  expect(visitors).toContain('/assets/')
  expect(visitors).not.toContain('/api/')
})

test('the style sheet that every page loads contains no styles of single pages', async () => {
  const read = async (path: string) => (await fetch(desk.dashboard(path), { headers: { accept: '*/*' } })).text()
  const [sheet = ''] = (await read('/login')).match(/\/assets\/index-[\w-]+\.css/) ?? []
  const styles = await read(sheet)
  expect(styles).toContain('@layer app{')
  expect(styles).not.toContain('@layer page{')
})

test.each([['gzip, br'], ['identity']])(
  'requesting a folder of files is answered with 404, with Accept-Encoding: %s',
  async encoding => {
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await fetch(desk.dashboard(path), { headers: { 'accept-encoding': encoding, ...headers } })).status
    for (const folder of ['/assets', '/images', '/prerendered', '/prerendered/docs'])
      for (const path of [folder, `${folder}/`])
        expect([path, await statusOf(path, { accept: 'image/*' })]).toEqual([path, 404])
    for (const path of ['/images', '/images/']) expect(await statusOf(path, { accept: 'text/html' })).toBe(200)
  },
)

test('impossible requests for a file are refused and are not logged as bugs', async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(desk.dashboard('/favicon.svg'), { headers })
    return [answer.status, answer.status === 206 ? '' : await answer.json()]
  }
  expect(await ask({ range: 'bytes=0-3' })).toEqual([206, ''])
  expect(await ask({ range: 'bytes=9999999-' })).toMatchObject([416, { success: false, code: 'http.range' }])
  expect(await ask({ 'if-match': '"other"' })).toMatchObject([412, { success: false, code: 'http.changed' }])
  expect(desk.harness.logged.filter(line => line.includes('request failed'))).toEqual([])
})
