import type { Page, Request } from 'playwright-core'
import { until } from '../until.ts'

const underWay = new WeakMap<Page, Set<Request>>()
/** Connections that stay open. */
const lasting = new Set(['eventsource', 'websocket'])

/** From now on tracks the pending requests of a tab. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', request => void (lasting.has(request.resourceType()) || open.add(request)))
  page.on('requestfinished', request => void open.delete(request))
  page.on('requestfailed', request => void open.delete(request))
}

/**
 * Whether a page has its title and nothing that stands for what is still to come; two frames later, so that it is
 * drawn.
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
  await until(`${page.url()} to stand still`, async () => open?.size === 0 && (await isDrawn(page)) && open.size === 0)
}
