import type { Page } from 'playwright-core'
import { until } from '../until.ts'

/** Nobody's address. */
const probe = '/whether-this-is-intercepted'
/** No server of ours answers with this. */
const intercepted = 299

/** How a request of the page ends now: its status, or 0 without an answer or while the page gives way to the next. */
const asked = (page: Page) =>
  page
    .evaluate(
      path =>
        fetch(path).then(
          ({ status }) => status,
          () => 0,
        ),
      probe,
    )
    .catch(() => 0)

/**
 * `page.route`, in force from its return on. By itself it is not: Chromium tells the page to let its requests be
 * intercepted, and a key or a press that is sent after that may be quicker. What it requests then reaches the server,
 * and Playwright, which waits to see it intercepted, never reports it as a request.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  // The next page is loaded with it.
  if (!page.url().startsWith('http')) return
  await page.route(`**${probe}`, request => request.fulfill({ status: intercepted }))
  await until(`requests of ${page.url()} to be intercepted`, async () => (await asked(page)) === intercepted)
  await page.unroute(`**${probe}`)
}

/** Takes the connection away, or gives it back: for all that its pages request from the return on. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline)
  await until(`${page.url()} to be ${offline ? 'without' : 'with'} a connection`, async () =>
    (await asked(page)) === 0 ? offline : !offline,
  )
}
