import type { Page } from 'playwright-core'
import { settled } from './page-settled.ts'

/**
 * Does what makes a page send a change, and waits until that change is answered and the page shows what came of it.
 * "Settings saved successfully!" stays for five seconds, so waiting for it again is over before the second save is.
 * @param said what the page says of it for those seconds, waited for as soon as the answer is there
 */
export async function answered(page: Page, act: () => Promise<unknown>, said?: string | RegExp): Promise<void> {
  const [sent] = await Promise.all([page.waitForRequest(request => request.method() !== 'GET'), act()])
  const answer = await sent.response()
  await answer?.finished()
  if (said !== undefined) await page.getByText(said).waitFor()
  await settled(page)
}
