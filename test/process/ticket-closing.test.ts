import type { APIMessage } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf, textOf } from '../member.ts'
import { controlsOn } from '../ticket-panels.ts'
import { buttonsOf } from '../tickets.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

/** Wherever the process is killed, no ticket stays half closed and nothing is said twice. */
const life = useKilledProduct()

interface Row {
  id: number
  state: string
  channel: string
  opening: string
  openerId: string
}

/** Opens a ticket for member1 in the server of the killed product. */
async function openTicket(general: Record<string, unknown>) {
  const { sandbox, home } = life
  const { context } = sandbox
  const { world } = context
  const channelCalled = (name: string) =>
    [...(world.guilds.get(home.guildId)?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === name) ??
    ''
  const as = (login: string) =>
    memberOf({ sandbox, applicationId: applicationOf(sandbox).id, guildId: home.guildId }, login)
  const owner = createVisitor(sandbox, await life.run())
  await owner.signIn('owner')
  const post = async (path: string, body: unknown) => {
    const { status, body: answer } = await owner.call('POST', `/api/guild/${home.guildId}/tickets${path}`, body)
    expect(status).toBe(200)
    return answer as Record<string, { id: string } & string>
  }
  await post('/general', { twoStepTicket: false, logChannel: channelCalled('mod-log'), ...general })
  const { panel } = await post('/panels', { title: 'Help', channel_id: channelCalled('general') })
  const { message_id: posted } = await post(`/panels/${panel?.id}/deploy`, { channelId: channelCalled('general') })
  const messages = (channelId: string): APIMessage[] => [...(world.channels.get(channelId)?.messages.values() ?? [])]
  const message = messages(channelCalled('general')).find(({ id }) => id === posted)
  if (!message) throw new Error('the panel was not posted')
  await as('member1').press(message, controlsOn(message)[0] ?? '')
  const row = () =>
    life.query<Row>(
      'SELECT id, state, channel_id AS channel, open_message_id AS opening, opener_id AS openerId FROM tickets',
    )[0]
  const ticket = await until('the ticket', () => (row()?.state === 'open' ? row() : undefined))
  const duties = () => life.query<{ kind: string }>('SELECT kind FROM ticket_duties').map(({ kind }) => kind)
  await until('its opening to be done with', () => duties().length === 0)
  const overwrites = () => {
    const channel = world.channels.get(ticket.channel)?.channel
    return channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
  }
  return {
    ticket,
    row,
    post,
    channelCalled,
    duties,
    as,
    messages,
    context,
    logged: () => messages(channelCalled('mod-log')).flatMap(({ embeds }) => embeds.map(({ title }) => title ?? '')),
    isIn: () => overwrites().some(({ id }) => id === ticket.openerId),
    closings: () => messages(ticket.channel).filter(one => textOf(one).includes('This ticket was closed')),
    hasButtons: () =>
      buttonsOf(messages(ticket.channel).find(({ id }) => id === ticket.opening) as APIMessage).length > 0,
    exists: () => world.channels.has(ticket.channel),
  }
}

/** How many duties of the closing remain when the process is killed. */
test.each([
  ['written down', 6],
  ['listed', 5],
  ['placed', 4],
  ['without its buttons', 3],
  ['announced', 2],
])('killed when a ticket’s closing was %s, it is closed whole and said once', async (_point, left) => {
  const { row, duties, as, ticket, context, ...discord } = await openTicket({})
  context.conditions.latency = { medianMs: 60, p99Ms: 60 }
  await as('owner').say(ticket.channel, '.ticket close')
  await until('the moment', () => row()?.state === 'closed' && duties().length <= left)
  await life.killed()
  context.conditions.latency = { medianMs: 0, p99Ms: 0 }
  await life.run()
  await until('everything to be done', () => duties().length === 0)
  expect(discord.isIn()).toBe(false)
  expect(discord.hasButtons()).toBe(false)
  expect(discord.closings()).toHaveLength(1)
  expect(discord.logged()).toEqual(['Ticket #0001 opened', 'Ticket #0001 closed'])
})

test('killed while a ticket without a second step is closed, its channel is deleted all the same', async () => {
  const { row, duties, as, ticket, context, ...discord } = await openTicket({ twoStepClose: false })
  context.conditions.latency = { medianMs: 60, p99Ms: 60 }
  await as('owner').say(ticket.channel, '.ticket close')
  await until('the moment', () => row()?.state === 'closed')
  await life.killed()
  context.conditions.latency = { medianMs: 0, p99Ms: 0 }
  await life.run()
  await until('the channel to go', () => !discord.exists())
  await until('everything to be done', () => row()?.state === 'deleted' && duties().length === 0)
  expect(discord.logged()).toEqual(['Ticket #0001 opened', 'Ticket #0001 closed', 'Ticket #0001 deleted'])
})

/** How far the transcript is when the process is killed. */
test.each([
  ['being made', () => true],
  ['written down', () => life.query('SELECT id FROM ticket_transcripts').length > 0],
  ['being sent', () => life.query("SELECT state FROM ticket_transcript_deliveries WHERE state <> 'due'").length > 0],
])('killed while a ticket’s transcript was %s, there is one, and it is sent once', async (_point, isThere) => {
  const { row, duties, as, ticket, context, post, channelCalled, messages } = await openTicket({})
  const archive = channelCalled('rules')
  await post('/transcript', { config: { logChannel: archive, format: 'txt' } })
  await as('member1').say(ticket.channel, 'my words')
  context.conditions.latency = { medianMs: 60, p99Ms: 60 }
  await as('owner').say(ticket.channel, '.ticket close')
  await until('the moment', () => row()?.state === 'closed' && duties().length <= 2 && isThere())
  await life.killed()
  context.conditions.latency = { medianMs: 0, p99Ms: 0 }
  await life.run()
  await until('everything to be done', () => duties().length === 0)
  const states = () => life.query<{ state: string }>('SELECT state FROM ticket_transcript_deliveries')
  await until('it to be sent', () => states().length === 1 && states()[0]?.state === 'sent')
  expect(life.query('SELECT id FROM ticket_transcripts')).toHaveLength(1)
  expect(messages(archive).flatMap(({ attachments }) => attachments)).toHaveLength(1)
  expect(life.query("SELECT id FROM ticket_messages WHERE content = 'my words'")).toHaveLength(1)
})
