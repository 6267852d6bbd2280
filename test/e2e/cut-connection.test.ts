// @module-tag long
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

/**
 * A connection that is lost in the middle of a change. If the request had been sent, the page says that the change may
 * have gone through.
 */
let desk: Desk
let page: Page
let line: Server
/** What the proxy drops. The server receives every request. */
let cuts: 'nothing' | 'answers' = 'nothing'

beforeAll(async () => {
  desk = await createDesk()
  const { hostname, port, host, origin } = desk.harness.product.url
  line = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const isCut = cuts === 'answers' && method !== 'GET'
    const onward = ask(
      { hostname, port, method, path: url, headers: { ...headers, host, ...(headers.origin && { origin }) } },
      answer => {
        if (isCut) answer.resume().on('end', () => incoming.socket.destroy())
        else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers))
      },
    )
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => void line.listen(0, desk.harness.product.url.hostname, resolve))
  page = await desk.signedIn('owner')
})
afterAll(async () => {
  line.closeAllConnections()
  line.close()
  await desk.close()
})
const at = (path: string) => {
  const address = new URL(path, desk.harness.product.url)
  address.port = String((line.address() as AddressInfo).port)
  return address.href
}
beforeEach(() => {
  cuts = 'nothing'
})

const prefix = () => page.getByLabel('Bot Prefix')
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const told = 'The connection was lost before the server answered.'
const mayBeDone = 'It may still have gone through: reload the page to check, or try again.'

test('settings that the server received are not said to have failed, and are saved', async () => {
  await page.goto(at(`/manage/${desk.harness.guildId}/basic`))
  await settled(page)
  await prefix().fill('!')
  cuts = 'answers'
  await save().click()
  await page.getByText(`${told} ${mayBeDone}`).waitFor()
  await expect.poll(() => page.getByText('Failed to save').count()).toBe(0)
  cuts = 'nothing'
  await save().click()
  await page.getByText('Settings saved successfully!').waitFor()
  await page.reload()
  await settled(page)
  await expect.poll(() => prefix().inputValue()).toBe('!')
})

test('the same holds for a deletion, which has no body of its own', async () => {
  const owner = await desk.harness.signIn('owner')
  const tags = `/api/guild/${desk.harness.guildId}/tickets/tags`
  await owner.call('POST', tags, { name: 'refund', text: 'In three days.', words: [] })
  await page.goto(at(`/manage/${desk.harness.guildId}/tickets/tags`))
  await settled(page)
  await page.getByRole('button', { name: 'Delete refund' }).click()
  cuts = 'answers'
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText(`${told} ${mayBeDone}`).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('if nothing could be sent, the page does not say that it may have gone through', async () => {
  await page.goto(at(`/manage/${desk.harness.guildId}/basic`))
  await settled(page)
  await prefix().fill('?')
  line.closeAllConnections()
  await new Promise(resolve => void line.close(resolve))
  await save().click()
  await page.getByText('The server cannot be reached. Check your connection.').waitFor()
  await expect.poll(() => page.getByText('may still have gone through').count()).toBe(0)
})
