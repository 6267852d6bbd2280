import type { Locator, Page } from 'playwright-core'

export interface Shot {
  /** A group of the features page, or a part of one. */
  id: string
  /** The page in the dashboard that contains it. */
  path: string
  /** The layout of a phone, or a wide one with a column beside the form. */
  width: 'phone' | 'wide'
  /** The element to be shown, as wide as a card of the features page. */
  of(page: Page): Locator
  /** What has to be done before the element is there. */
  before?(page: Page): Promise<void>
}

/** The message in a preview, as Discord will show it. */
const preview = (page: Page) => page.locator('.message-preview .msgs').first()

export const shots: readonly Shot[] = [
  {
    id: 'auto-moderation',
    path: 'automod',
    width: 'wide',
    of: page => page.locator('.test-result'),
    async before(page) {
      for (const name of ['Anti-Links', 'Anti-Mass Mention']) await page.getByRole('switch', { name }).click()
      await page.getByLabel('Message', { exact: true }).fill('Claim your prize at https://discord-gift.example')
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.locator('.test-result').waitFor()
    },
  },
  {
    id: 'moderation',
    path: 'dashboard',
    width: 'phone',
    of: page => page.getByRole('region', { name: 'Recent moderation' }),
  },
  { id: 'tickets', path: 'tickets', width: 'phone', of: page => page.locator('.open-tickets') },
  { id: 'welcome', path: 'welcome', width: 'wide', of: preview },
  { id: 'levels', path: 'progression/leaderboard', width: 'phone', of: page => page.locator('table.board') },
  { id: 'reaction-roles', path: 'reactionroles', width: 'wide', of: preview },
  {
    id: 'custom-embeds',
    path: 'embeds',
    width: 'wide',
    of: preview,
    // Opens the only draft.
    async before(page) {
      await page.getByRole('tab', { name: /^Drafts/ }).click()
      await page.getByRole('list', { name: 'Drafts' }).getByRole('button', { name: 'Open' }).click()
      await preview(page).getByText('Autumn kiln days').waitFor()
    },
  },
  {
    id: 'automations',
    path: 'automations',
    width: 'wide',
    of: page => page.locator('.card', { has: page.locator('#trial-title') }),
    async before(page) {
      await page.getByRole('link', { name: 'Move sale offers' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('would have started it.').waitFor()
    },
  },
  {
    id: 'custom-commands',
    path: 'customcommands',
    width: 'wide',
    of: preview,
    async before(page) {
      await page.getByRole('link', { name: /\.firing/ }).click()
      await page.getByLabel('Name', { exact: true }).waitFor()
    },
  },
  { id: 'emojis', path: 'emojis', width: 'phone', of: page => page.locator('.emoji-rows') },
  {
    id: 'invites',
    path: 'invites',
    width: 'phone',
    of: page => page.getByRole('region', { name: 'Inviters' }),
  },
]

/** Taken after an attack, which briefly deletes the channels that other pictures show. */
export const afterwards: readonly Shot[] = [
  {
    id: 'anti-nuke',
    path: 'antinuke',
    width: 'phone',
    of: page => page.getByRole('region', { name: /^Incident/ }),
  },
]
