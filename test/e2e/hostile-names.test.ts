import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHostileWorld, hostile } from '../hostile-world.ts'
import { everythingOn } from './everything-on.ts'
import { routes } from './routes.ts'
import { settled } from './page-settled.ts'
import { createDesk, type Desk } from './desk.ts'

/** Everything that people can name is named to break a page; each page shows it as the text it is. */
const views = [
  { name: '1440 px', viewport: { width: 1440, height: 900 } },
  { name: '390 px', viewport: { width: 390, height: 844 } },
] as const

let desk: Desk
const tabs = new Map<string, Page>()
const seen: string[] = []

beforeAll(async () => {
  desk = await createDesk({ sandbox: { world: createHostileWorld() } })
  for (const { name, viewport } of views) {
    const page = await desk.signedIn('owner', { viewport })
    page.on('dialog', dialog => {
      seen.push(`a dialog at ${page.url()}`)
      void dialog.dismiss()
    })
    tabs.set(name, page)
  }
  const general = desk.harness.channel('general')
  for (const text of Object.values(hostile)) await desk.harness.as('member1').say(general, `${text} **${text}**`)
  await everythingOn(desk)
  const [first] = views
  await tabs.get(first.name)?.request.post(desk.dashboard(`/api/guild/${desk.harness.guildId}/basic`), {
    headers: { origin: desk.harness.product.url.origin },
    data: { basicUpdate: true, prefix: '"><b>' },
  })
})
afterAll(() => desk.close())

function tab(view: string): Page {
  const page = tabs.get(view)
  if (!page) throw new Error(`no tab of ${view}`)
  return page
}

/** What came alive that was only a name. */
const alive = (page: Page) =>
  page.evaluate(() => {
    const traces =
      'img[src="x"], [onerror], [onload], [onclick], iframe, object, embed, b > script, a[href^="javascript:" i]'
    const inline = [...document.querySelectorAll('script')].filter(script => script.text.includes('alert('))
    return [...document.querySelectorAll(traces), ...inline].map(element => element.outerHTML.slice(0, 200))
  })

/** Elements that reach over the right edge and can be scrolled to. */
const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** All that is wrong with the page as it stands: nothing, when names are but names. */
async function trouble(page: Page): Promise<string[]> {
  await settled(page)
  const over = await overhang(page)
  return [...(await alive(page)), ...(over > 0 ? [`scrolls ${over} px sideways`] : []), ...desk.complaints, ...seen]
}

/** Loaded narrow, where names need the most room, then made wide: pages.test.ts loads each of them wide, too. */
test.each(['/', '/selector', ...routes('/manage/')])(
  'hostile names on the dashboard, narrow and wide: %s',
  async path => {
    const page = tab('390 px')
    await page.goto(desk.dashboard(path.replace(':id', desk.harness.guildId)))
    try {
      for (const { viewport } of views.toReversed()) {
        await page.setViewportSize(viewport)
        expect(await trouble(page)).toEqual([])
      }
    } finally {
      await page.setViewportSize(views[1].viewport)
    }
  },
)

describe.each(views)('hostile names at $name', ({ name }) => {
  test('the selector and the basic settings show them as text', async () => {
    const page = tab(name)
    await page.goto(desk.dashboard('/selector'))
    await page.getByText(hostile.picture).first().waitFor()
    await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
    await page.getByLabel('Bot Prefix').waitFor()
    expect(await page.getByLabel('Bot Prefix').inputValue()).toBe('"><b>')
    await page.getByRole('region', { name: 'History' }).getByText('"><b>').first().waitFor()
    expect(await trouble(page)).toEqual([])
  })

  test('in the consent page, for a sign-in and for adding the bot', async () => {
    const page = await desk.open({ viewport: tab(name).viewportSize() })
    await page.goto(desk.dashboard('/login'))
    await page.getByRole('button', { name: 'Continue with Discord' }).click()
    await page.waitForURL(/oauth2\/authorize/)
    await page.getByText(hostile.picture).first().waitFor()
    expect(await trouble(page)).toEqual([])
    const about = await page.request.get(desk.dashboard('/api/about'))
    const { inviteUrl }: { inviteUrl: string } = await about.json()
    await page.goto(inviteUrl)
    await page.locator('select option').first().waitFor({ state: 'attached' })
    expect(await trouble(page)).toEqual([])
  })

  test('in the stage: messages, people, channels', async () => {
    const page = tab(name)
    const stage = await page.goto(desk.stage('owner'))
    expect(stage?.headers()['content-security-policy']).toContain("script-src 'self';")
    await page.getByRole('log').getByText(hostile.picture).first().waitFor()
    expect(await trouble(page)).toEqual([])
    const channels = [...desk.harness.sandbox.context.world.channels.values()]
    const other = channels.find(one => one.guildId === desk.harness.guildId && one.channel.name?.startsWith('[free]'))
    const place = new URL(desk.stage('owner'))
    place.searchParams.set('channel', other?.channel.id ?? '')
    await page.goto(place.href)
    expect(await trouble(page)).toEqual([])
  })
})

test('the switcher and the profile menu show hostile names as text', async () => {
  const page = tab('1440 px')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page
    .getByRole('button', { name: /onerror/ })
    .first()
    .click()
  await page.getByText('Your Servers').waitFor()
  expect(await trouble(page)).toEqual([])
})
