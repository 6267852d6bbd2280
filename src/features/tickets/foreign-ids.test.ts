import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteDescriptor } from '#kernel/http/server.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { closeTicket } from './life/close.ts'
import { attachmentsOf } from './record/rows.ts'
import { transcriptFor } from './transcripts/rows.ts'

/**
 * Every ticket call that names something by an id, found by itself, made in a server for a thing of another. Whoever
 * asks manages both servers: what is refused is the id, not the person.
 */
let harness: Harness
let elsewhere: string
let visitor: Visitor
let ids: Record<string, string>

beforeAll(async () => {
  harness = await createHarness()
  const desk = createTicketDesk(harness)
  const { services } = harness.product
  const [open, closed] = [await desk.open('member1'), await desk.open('member2')]
  const file = new File(['secret'], 'secret.txt')
  for (const ticket of [open, closed]) await harness.as('moderator').say(ticket.channelId ?? '', 'secret', {}, [file])
  await until('the files', () =>
    [open, closed].every(one => attachmentsOf(services, one).some(({ state }) => state === 'kept')),
  )
  await closeTicket(services, desk.now(closed), { by: null })
  const owner = await harness.signIn('owner')
  const under = (path: string) => `/api/guild/${harness.guildId}/tickets${path}`
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await owner.call('POST', under(path), body)
    expect(status, JSON.stringify(answer)).toBe(200)
    return answer as never
  }
  const { panel }: { panel: { id: string } } = await made('/panels', {
    title: 'Help',
    channel_id: harness.channel('general'),
  })
  const { category }: { category: { id: string } } = await made('/categories', {
    type: 'open',
    categoryName: 'Tickets',
  })
  await made('/tags', { name: 'hours', text: 'We are open until six.', words: [] })
  const found = [...harness.sandbox.context.world.guilds.values()].find(
    ({ guild }) => guild.name === 'Northwind Climbers',
  )
  elsewhere = found?.guild.id ?? ''
  visitor = await harness.signIn('rogue')
  ids = {
    ticketId: String(open.id),
    panelId: panel.id,
    categoryId: category.id,
    transcriptId: transcriptFor(services, closed)?.id ?? '',
    attachmentId: attachmentsOf(services, closed)[0]?.id ?? '',
    name: 'hours',
  }
})
afterAll(() => harness.close())
