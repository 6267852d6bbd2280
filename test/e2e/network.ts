import type { Page } from 'playwright-core'
import { until } from '../until.ts'

/** A path that does not exist. */
const probe = '/whether-this-is-intercepted'
/** A status that our server never answers with. */
const intercepted = 299

/** The status of a request that the page makes now; 0 without an answer, or while the page is being replaced. */
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
 * `page.route` that is in effect when it returns. By itself it is not: Chromium first has to tell the page to have its
 * requests intercepted, and a key or a press right after the call may be quicker. Its request then reaches the server,
 * and Playwright, which expects to intercept it, never reports it.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  // The next page is loaded with the route in effect.
  if (!page.url().startsWith('http')) return
  await page.route(`**${probe}`, request => request.fulfill({ status: intercepted }))
  await until(`requests of ${page.url()} to be intercepted`, async () => (await asked(page)) === intercepted)
  await page.unroute(`**${probe}`)
}

/** Takes the connection away or restores it, for all requests that pages make from its return on. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline)
  await until(`${page.url()} to be ${offline ? 'without' : 'with'} a connection`, async () =>
    (await asked(page)) === 0 ? offline : !offline,
  )
}
