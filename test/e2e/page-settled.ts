import type { Page, Request } from 'playwright-core'
import { until } from '../until.ts'

const underWay = new WeakMap<Page, Set<Request>>()
/** Requests that stay open. */
const lasting = new Set(['eventsource', 'websocket'])

/** Tracks the pending requests of a tab from now on. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', request => void (lasting.has(request.resourceType()) || open.add(request)))
  page.on('requestfinished', request => void open.delete(request))
  page.on('requestfailed', request => void open.delete(request))
}

/**
 * Whether a page has its title and no placeholder for content that is still loading. Waits two frames first, so that it
 * is drawn.
 */
const isDrawn = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return (
      document.querySelector('h1') !== null && document.querySelector('.skeleton, .spinner-status:not(h1 *)') === null
    )
  })

/** Waits until a page of the dashboard has settled: everything it requested has arrived and is rendered. */
export async function settled(page: Page): Promise<void> {
  const open = underWay.get(page)
  await page.locator('h1').first().waitFor()
  const still = async () => open?.size === 0 && (await isDrawn(page)) && open.size === 0
  await until(`${page.url()} to stand still`, still).catch((error: Error) => {
    const requests = [...(open ?? [])].map(request => `${request.method()} ${request.url()}`)
    throw new Error(`${error.message}; unanswered: ${requests.join(', ') || 'nothing'}`, { cause: error })
  })
}

/** Whether the dashboard's router, which TanStack leaves in the window, has finished navigating. */
const isThere = (page: Page) =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window
    if (!router || router.history.subscribers.size === 0) return false
    const { status, location, resolvedLocation } = router.state
    return status === 'idle' && resolvedLocation?.href === location.href
  })

/** Navigates as a link within the dashboard does, and returns when the page is there; requests may still be open. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address)
  if (new URL(page.url()).origin !== origin) await page.goto(address)
  else {
    await until(`${page.url()} to be alive`, () => isThere(page))
    await page.evaluate(href => {
      const { __TSR_ROUTER__: router } = window
      return router?.navigate({ href, ignoreBlocker: true })
    }, `${pathname}${search}${hash}`)
  }
  await until(`${address} to be there`, () => isThere(page))
}

/**
 * Navigates as a link within the dashboard does, and waits until the page has settled. This avoids loading everything
 * again, which is most of the work. Pages outside the dashboard are loaded.
 */
export async function turnTo(page: Page, address: string): Promise<void> {
  await navigateTo(page, address)
  await settled(page)
}
