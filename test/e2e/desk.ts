import type { Browser, BrowserContext, Page } from 'playwright-core'
import { postponedSetups } from '#kernel/storage/table.ts'
import { createHarness, type Harness, type HarnessOptions } from '../harness.ts'
import { sharedBrowser } from './browser.ts'
import { watchRequests } from './page-settled.ts'

/** The product, a sandbox and a browser. `complaints` are all errors that pages logged to their consoles or threw. */
export interface Desk {
  harness: Harness
  complaints: string[]
  /** A browser profile of its own, with one tab. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /**
   * A blank tab in which `login` is signed in. The cookie is fetched over HTTP, because clicking through the consent
   * page loads three pages; only tests of that use `consent`.
   */
  signedIn(login: string, options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  dashboard(path: string): string
  stage(login: string, channel?: string): string
  close(): Promise<void>
}

/** The browser's own message when a call is answered with an error status; the page decides what that means. */
const ownNoise = /Failed to load resource/

/** Drawing motion is a tenth of Chromium's work, so only tests of motion ask for it. */
const usual = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
/** Pages as most people see them. */
export const moving = { reducedMotion: 'no-preference' } as const

/** @param options.firstVisit whether those who may are asked to set the server up; most tests are about later visits */
export async function createDesk({
  firstVisit = false,
  ...options
}: HarnessOptions & { firstVisit?: boolean } = {}): Promise<Desk> {
  const harness = await createHarness(options)
  if (!firstVisit) postponeSetup(harness)
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  const desk: Desk = {
    harness,
    complaints,
    async open(contextOptions = {}) {
      const context = await browser.newContext({ ...usual, ...contextOptions })
      context.setDefaultTimeout(60_000)
      contexts.push(context)
      const page = await context.newPage()
      watchRequests(page)
      page.on('pageerror', error => complaints.push(`${page.url()}: ${error.message}`))
      page.on('console', message => {
        if (message.type() === 'error' && !ownNoise.test(message.text()))
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      return page
    },
    async signedIn(login, contextOptions) {
      const page = await desk.open(contextOptions)
      const { url } = harness.product
      const visitor = await harness.signIn(login)
      const cookies = visitor.cookies().split('; ')
      await page.context().addCookies(
        cookies.map(pair => {
          const at = pair.indexOf('=')
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: url.href }
        }),
      )
      return page
    },
    dashboard: path => new URL(path, harness.product.url).href,
    stage(login, channel = 'general') {
      const query = new URLSearchParams({ as: login, guild: harness.guildId, channel: harness.channel(channel) })
      return `${harness.sandbox.url}/?${query}`
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()))
      await harness.close()
    },
  }
  return desk
}

/** As if everybody had pressed "Not now" in every server. */
function postponeSetup({ product: { services }, sandbox }: Harness): void {
  const { accounts, guilds } = sandbox.context.world
  const rows = [...guilds.keys()].flatMap(guildId =>
    [...accounts.values()].map(({ user }) => ({ guildId, userId: user.id, at: services.now() })),
  )
  services.db.insert(postponedSetups).values(rows).run()
}

/** Picks an account on Discord's consent page and agrees. */
export async function consent(page: Page, login: string): Promise<void> {
  await page.waitForURL(/\/oauth2\/authorize/)
  await page.locator(`input[name=account][value="${login}"]`).check({ force: true })
  await page.getByRole('button', { name: 'Authorize' }).click()
}
