import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeTicket } from '#features/tickets/life/close.ts'
import { attachmentsOf } from '#features/tickets/record/rows.ts'
import { transcriptFor } from '#features/tickets/transcripts/rows.ts'
import { createTicketDesk } from '../tickets.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** A name that a webhook may have. */
const impostor = '"><img src=x onerror=document.title="taken">'

let desk: Desk
let page: Page
let id: string
const hostile = '</script><script>document.title="taken"</script><img src=x onerror=document.title="taken"> the cone'

beforeAll(async () => {
  desk = await createDesk()
  const { harness } = desk
  const tickets = createTicketDesk(harness)
  const ticket = await tickets.open('member1')
  const { services } = harness.product
  const channel = ticket.channelId ?? ''
  const vector = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>'], '"><b>x.svg')
  await harness.as('member1').say(channel, hostile, {}, [vector])
  const hook = await harness
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${channel}/webhooks`, { name: 'Parcels' })
  const spoken = { content: 'By a webhook', username: impostor }
  await harness.as('owner').rest('POST', `/webhooks/${hook.id}/${hook.token}`, spoken)
  const regretted = await harness.as('moderator').say(channel, 'A wrong shelf')
  await harness.as('moderator').rest('DELETE', `/channels/${channel}/messages/${regretted.id}`)
  await until('the file', () => attachmentsOf(services, ticket).some(({ state }) => state === 'kept'))
  await closeTicket(services, tickets.now(ticket), { by: null, reason: hostile })
  id = transcriptFor(services, ticket)?.id ?? ''
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const address = (rest: string) => desk.dashboard(`/manage/${desk.harness.guildId}/tickets/transcript${rest}`)

test('a transcript is found, read, downloaded and deleted, and nothing in it runs', async () => {
  await page.goto(address(''))
  await page.getByRole('heading', { level: 1, name: 'Transcripts' }).waitFor()
  await page.getByText('Generated when a ticket closes').waitFor()
  await page.getByLabel('Search transcripts').fill('nothing like it')
  await page.getByText('No transcript contains “nothing like it”.').waitFor()
  await page.getByLabel('Search transcripts').fill('cone')
  await page.locator('.transcript-row mark').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.locator('.transcript-row').click()
  await page.getByText('Every viewing is logged.').waitFor()
  for (const words of [hostile, impostor]) await expect.poll(() => page.getByRole('log').innerText()).toContain(words)
  expect(await axeFindings(page)).toEqual([])
  expect(await page.title()).not.toBe('taken')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'HTML' }).click()
  await page.getByText('Transcript downloaded successfully!').waitFor()
  expect((await downloading).suggestedFilename()).toBe(`transcript_${id}.html`)

  const alone = await page.context().newPage()
  await alone.goto(desk.dashboard(`/api/guild/${desk.harness.guildId}/tickets/transcripts/${id}/read`))
  for (const words of [hostile, impostor]) await expect.poll(() => alone.locator('main').innerText()).toContain(words)
  expect(await alone.title()).toBe('Ticket 0001')
  await expect.poll(() => alone.locator('script, img').count()).toBe(0)
  await alone.close()

  await page.getByRole('button', { name: 'Delete transcript' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Transcript deleted successfully!').waitFor()
})

test('failures are reported in the documented words, with the reason, once each', async () => {
  const down = (route: Route) => route.fulfill({ status: 500, body: 'down' })
  await intercept(page, '**/tickets/transcripts?*', down)
  await page.goto(address(''))
  await page.getByText('Failed to load transcripts').waitFor()
  await page.unroute('**/tickets/transcripts?*')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('switch', { name: 'Send it to the member who opened the ticket' }).click()
  await intercept(page, '**/tickets/transcript', down)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Error saving configuration. The server answered 500. Your changes are still here.').waitFor()
  await expect.poll(() => page.getByText('Failed to load transcripts').count()).toBe(1)
  await page.unroute('**/tickets/transcript')
})
