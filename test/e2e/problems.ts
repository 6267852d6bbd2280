import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Presses every listed problem, each of which must show and focus the control that fixes it.
 * @returns the names of these controls by what the list says
 */
export async function walkProblems(page: Page): Promise<Record<string, string>> {
  const listed = page.locator('.problem-list').getByRole('button')
  await listed.first().waitFor()
  const led: Record<string, string> = {}
  for (const button of await listed.all()) {
    const said = (await button.getAttribute('aria-label'))?.replace('Go to ', '') ?? ''
    await button.click()
    const control = page.locator('[name]:focus')
    await control.waitFor()
    await expect.poll(() => control.evaluate(element => element.checkVisibility())).toBe(true)
    led[said] = (await control.getAttribute('name')) ?? ''
  }
  return led
}
