import type { Page } from 'playwright-core'
import { settled } from './page-settled.ts'

/**
 * Makes a page send a change, and waits until the server has answered and the page shows the result. "Settings saved
 * successfully!" stays for five seconds, so waiting only for that would end before the second save has.
 * @param said the text that the page shows for those seconds; waited for as soon as the answer arrives
 */
export async function answered(page: Page, act: () => Promise<unknown>, said?: string | RegExp): Promise<void> {
  const [sent] = await Promise.all([page.waitForRequest(request => request.method() !== 'GET'), act()])
  const answer = await sent.response()
  await answer?.finished()
  if (said !== undefined) await page.getByText(said).waitFor()
  await settled(page)
}
