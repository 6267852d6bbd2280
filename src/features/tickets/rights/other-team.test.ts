// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command, CommandGroup } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import tickets from '../index.ts'
import type { Ticket } from '../life/rows.ts'
import { panelDesign } from '../panels/contract.ts'
import { ticketPanels } from '../table.ts'

/** Somebody who answers the tickets of one panel and can see a ticket of another may not act in that one. */

let harness: Harness
let desk: Desk
let ticket: Ticket
beforeAll(async () => {
  harness = await createHarness()
  desk = createTicketDesk(harness)
  desk.panel({ support_team_view: false })
  const design = panelDesign.parse({ title: 'Billing' })
  const { db } = harness.product.services
  db.insert(ticketPanels).values({ guildId: harness.guildId, id: 'billing', design, createdAt: 2 }).run()
  // Gives the moderator access to its channel.
  ticket = await desk.open('member1')
})
afterAll(() => harness.close())

const refusal = 'Only the support team of this ticket can do that.'
/** The commands that need the right to answer tickets, and act on the ticket they are used in. */
const elsewhere = new Set(['desk open', 'tag list'])

const asked = Object.entries(tickets.parts.commands ?? {}).flatMap(([root, group]) =>
  Object.entries((group as CommandGroup).subcommands).flatMap(([name, command]: [string, Command]) =>
    command.needs?.includes('tickets.answer') && !elsewhere.has(`${root} ${name}`)
      ? [{ path: `${root} ${name}`, example: command.examples?.at(-1) ?? '' }]
      : [],
  ),
)

test('there are commands of that kind', () => {
  expect(asked.length).toBeGreaterThan(12)
})

test.each(asked)('.$path', async ({ path, example }) => {
  const words = example.replaceAll(/@\S+/g, `<@${harness.as('member2').userId}>`)
  expect(await desk.command('moderator', ticket, `.${path} ${words}`)).toContain(refusal)
})

test.each([
  ['Claim', 'open'],
  ['Reopen', 'closed'],
  ['Delete', 'closed'],
] as const)('the button %s of one that is %s', async (label, state) => {
  if (state === 'closed' && desk.now(ticket).state === 'open') {
    await desk.command('owner', ticket, '.ticket close done')
    await desk.reaches(ticket, 'closed')
  }
  const told = () => harness.shownTo('moderator').filter(one => textOf(one).includes(refusal)).length
  const before = told()
  await desk.press('moderator', ticket, label)
  await until('the refusal', () => told() > before)
  expect(desk.now(ticket)).toMatchObject({ state, claimedById: null })
})
