// @module-tag long
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { closeTicket } from '../life/close.ts'
import { attachmentFiles } from '../record/attachments.ts'
import { attachmentsOf } from '../record/rows.ts'
import { expireTranscripts } from './delete.ts'
import { transcriptFor } from './rows.ts'
import { ticketTranscripts } from './table.ts'

const day = 86_400_000

let harness: Harness
let desk: Desk
let clock = Date.now()
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const services = () => harness.product.services
const rows = () => services().db.select().from(ticketTranscripts).all()
const tidyUp = () => expireTranscripts.run(services(), undefined, { guildId: null } as never)

test('however many transcripts have expired, one run deletes them all, and those of open tickets stay', async () => {
  const ticket = await desk.open('member1')
  const transcript = (n: number, change: object = {}) => ({
    id: n.toString(16).padStart(32, '0'),
    guildId: harness.guildId,
    ticketId: 10_000 + n,
    number: n,
    panelId: 'help',
    panelTitle: 'Help',
    createdAt: clock - 60 * day,
    size: 1,
    messages: 0,
    ...change,
  })
  const all = [
    // Just expired: they say so for a day, and do not hold up the others.
    ...Array.from({ length: 150 }, (_, n) => transcript(n, { expiredAt: clock - 1, keptDays: 30 })),
    ...Array.from({ length: 250 }, (_, n) => transcript(1000 + n)),
    ...Array.from({ length: 120 }, (_, n) => transcript(2000 + n, { guildId: '100000000000000009' })),
  ]
  for (const row of [...all, transcript(5000, { ticketId: ticket.id })])
    services().db.insert(ticketTranscripts).values(row).run()
  await tidyUp()
  expect(rows().filter(({ expiredAt }) => expiredAt === null)).toMatchObject([{ ticketId: ticket.id }])
  expect(rows()).toHaveLength(all.length + 1)
})

test('a file stored just before the process was killed, without a row, is deleted', async () => {
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', 'a file', {}, [new File(['named'], 'a.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  const kept = services().files.of(attachmentFiles, harness.guildId)
  const lost = await kept.put(Buffer.from('lost'), { name: 'b.txt', type: 'application/octet-stream' })
  await tidyUp()
  expect(kept.list()).toHaveLength(2)
  clock += 2 * 3_600_000
  const young = await kept.put(Buffer.from('on its way'), { name: 'c.txt', type: 'application/octet-stream' })
  await tidyUp()
  const left = kept.list().map(({ id }) => id)
  expect(left).toHaveLength(2)
  expect(left).toContain(young.id)
  expect(left).not.toContain(lost.id)
})

test('a slow download from Discord keeps no other ticket from being closed', async () => {
  const [slow, other] = [await desk.open('member1'), await desk.open('member3')]
  const plain = globalThis.fetch
  let release = (): void => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    if (address.includes('slow.txt')) await held
    return plain(input, init)
  })
  await harness.as('member1').say(slow.channelId ?? '', 'slow', {}, [new File(['x'], 'slow.txt')])
  await until('it to be asked for', () => attachmentsOf(services(), slow).length === 1)
  await harness.as('member3').say(other.channelId ?? '', 'quick', {}, [new File(['x'], 'quick.txt')])
  await closeTicket(services(), desk.now(other), { by: null })
  expect(transcriptFor(services(), other)).toBeDefined()
  expect(attachmentsOf(services(), other)).toMatchObject([{ state: 'kept' }])
  expect(attachmentsOf(services(), slow)).toMatchObject([{ state: 'waiting' }])
  release()
  await until('the slow one', () => attachmentsOf(services(), slow)[0]?.state === 'kept')
})
