import type { Page } from 'playwright-core'

/**
 * Disabled buttons that do not say why, neither when pointed at nor to screen readers: neither they nor the disabled
 * fields around them have a tooltip, a description or a second line. Drawings of Discord's own buttons do not count.
 */
export const silentButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const told = (element: Element) =>
      [
        element.getAttribute('title'),
        ...(element.getAttribute('aria-describedby')?.split(' ') ?? []).map(
          id => document.getElementById(id)?.textContent,
        ),
      ].some(text => text?.trim())
    const saysWhy = (button: Element) => {
      const fields = button.closest('fieldset:disabled')
      return told(button) || (fields !== null && told(fields)) || button.querySelector('.menu-reason') !== null
    }
    return [...document.querySelectorAll('button:disabled, [role=menuitem][aria-disabled=true]')]
      .filter(button => button.checkVisibility() && button.closest('[inert], [aria-hidden=true], .discord') === null)
      .filter(button => !saysWhy(button))
      .map(button => button.outerHTML.replaceAll(/<svg.*?<\/svg>/g, '').slice(0, 240))
  })
