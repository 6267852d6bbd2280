// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { losesAnswer } from '#test/discord-trouble.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import type { Visitor } from '#test/visitor.ts'
import type { Ticket } from '../life/rows.ts'
import { largestFile } from './contract.ts'

let harness: Harness
let desk: Desk
let ticket: Ticket
let moderator: Visitor
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = createTicketDesk(harness)
  desk.panel()
  ticket = await desk.open('member1')
  moderator = await harness.signIn('moderator')
})

const under = (rest: string, { id } = ticket) => `/api/guild/${harness.guildId}/tickets/ticket/${id}${rest}`
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function formOf(name: string, content: BlobPart): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}
const add = (name: string, content: BlobPart = png, who = moderator) =>
  who.call('POST', under('/answer/files'), formOf(name, content))
async function added(name: string, content?: BlobPart): Promise<string> {
  const { status, body } = await add(name, content)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return (body as { id: string }).id
}
const answer = (files: readonly string[], text = '', key: string = randomUUID(), who = moderator) =>
  who.call('POST', under('/answer'), { text, key, files })
const withFiles = () =>
  harness
    .messages(ticket.channelId ?? '')
    .filter(({ attachments }) => attachments.length > 0)
    .map(({ content, attachments }) => ({ content, files: attachments.map(({ filename, size }) => [filename, size]) }))
const kept = () => harness.product.services.files.usedBy(harness.guildId)

test('files of any type are sent with the answer, once, and are not stored twice', async () => {
  const picture = await added('kiln.png')
  const other = await added('glaze.xyz', 'cone 6')
  const key = randomUUID()
  const both = await Promise.all([answer([picture, other], 'Look', key), answer([picture, other], 'Look', key)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await answer([picture, other], 'Look', key)).body).toEqual(both[0].body)
  expect(withFiles()).toEqual([
    {
      content: '**wren**, Moderator: Look',
      files: [
        ['kiln.png', png.length],
        ['glaze.xyz', 6],
      ],
    },
  ])
  const waiting = harness.product.services.files.of(
    { name: 'tickets.answer-files', types: [], maxBytes: 0 },
    harness.guildId,
  )
  expect(waiting.list()).toEqual([])
  expect(await answer([picture], 'Again')).toMatchObject({ status: 404 })
})

test('a file of an unsent answer is deleted after a day, but not by a clock that was a month ahead', async () => {
  const before = kept()
  await added('kiln.png')
  const day = 86_400_000
  for (const wait of [30 * day, 0, day - 60_000]) {
    ahead = wait
    await harness.product.services.scheduler.tick()
    expect(kept()).toBe(before + png.length)
  }
  ahead = day + 1000
  await harness.product.services.scheduler.tick()
  expect(kept()).toBe(before)
})

test('an answer may consist of files alone, but not of nothing; a removed file is not sent', async () => {
  const [one, two] = [await added('one.png'), await added('two.png')]
  expect((await moderator.call('DELETE', under(`/answer/files/${one}`))).status).toBe(200)
  expect((await answer([one, two])).status).toBe(404)
  expect((await answer([two])).status).toBe(200)
  expect(withFiles().map(({ files }) => files)).toEqual([[['two.png', png.length]]])
  expect((await answer([])).status).toBe(400)
})

test('files left behind after a missing response do not prevent adding others; the oldest are deleted', async () => {
  const left: string[] = []
  for (let at = 1; at <= 10; at += 1) left.push(await added(`left-${at}.png`))
  const names = Array.from({ length: 10 }, (_, at) => `${at}.png`)
  const used = []
  for (const name of names) used.push(await added(name))
  expect(kept()).toBe(20 * png.length)
  const eleven = [...used, await added('10.png')]
  expect(kept()).toBe(20 * png.length)
  const more = { status: 400, body: { fields: { files: 'An answer has at most 10 files.' } } }
  expect(await answer(eleven)).toMatchObject(more)
  expect((await answer(used)).status).toBe(200)
  expect(withFiles().map(({ files }) => files.map(([name]) => name))).toEqual([names])
  expect(await answer(left.slice(0, 1))).toMatchObject({ status: 404 })
  expect((await answer(left.slice(1))).status).toBe(200)
})

test('a file that is too large is refused, and a folder in a name is removed', async () => {
  await added('kiln.png')
  const files = harness.product.services.files.of(
    { name: 'tickets.answer-files', types: [], maxBytes: 0 },
    harness.guildId,
  )
  for (const { id } of files.list()) await files.delete(id)
  expect(await add('large.bin', new Uint8Array(largestFile + 1))).toMatchObject({ status: 413 })
  expect(kept()).toBe(0)
  expect(await add('../../etc/pass\u202Ewd.png')).toMatchObject({ body: { name: 'passwd.png' } })
})

test('files that are too large together for one message are refused before anything is sent', async () => {
  const ids: string[] = []
  for (let at = 0; at < 3; at += 1) ids.push(await added(`${at}.bin`, new Uint8Array(9 * 1024 ** 2)))
  expect(await answer(ids)).toMatchObject({ status: 413, body: { error: expect.stringContaining('25 MiB in total') } })
  expect((await answer(ids.slice(0, 2))).status).toBe(200)
})

test('nobody sends or removes somebody else’s file, and people who may not answer cannot add one', async () => {
  const theirs = await added('mine.png')
  const owner = await harness.signIn('owner')
  expect((await answer([theirs], 'Mine', randomUUID(), owner)).status).toBe(404)
  await owner.call('DELETE', under(`/answer/files/${theirs}`))
  expect((await answer([theirs])).status).toBe(200)
  const member = await harness.signIn('member2')
  expect((await add('x.png', png, member)).status).toBe(403)
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  await desk.reaches(ticket, 'closed')
  expect((await add('late.png')).status).toBe(409)
})

test('an interrupted answer is found by its files, and one without files is not mistaken for it', async () => {
  expect((await answer([], 'Look')).status).toBe(200)
  const file = await added('kiln.png')
  const key = randomUUID()
  const end = losesAnswer(harness, 'POST', /^\/channels\/\d+\/messages$/, 1)
  expect((await answer([file], 'Look', key)).status).toBeGreaterThanOrEqual(500)
  end()
  expect((await answer([file], 'Look', key)).status).toBe(200)
  expect(withFiles()).toHaveLength(1)
})
