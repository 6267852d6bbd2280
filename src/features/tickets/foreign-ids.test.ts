import { ChannelType } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import tickets from './contract.ts'
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
/** A channel of the other server. */
let channelThere: string
/** By the name that a path or a body calls it; a call that names something else fails the walk until it is added. */
let ids: Record<string, string>

/** What calls take besides ids. */
const bodies: Readonly<Record<string, () => object>> = {
  deployPanel: () => ({ channelId: channelThere }),
  answer: () => ({ text: 'Hello', key: '6d0f3f54-51f0-4b0e-8b39-3f0a5f1a2a10' }),
  prioritise: () => ({ priority: 'high' }),
  addPerson: () => ({ kind: 'user', id: harness.as('member3').userId }),
  transfer: () => ({ to: harness.as('moderator').userId }),
  rename: () => ({ name: 'other' }),
  moveTicket: () => ({ panelId: ids['panelId'] }),
  noteInternally: () => ({ text: 'Secret' }),
  addAnswerFile() {
    const form = new FormData()
    form.append('file', new File(['x'], 'x.txt', { type: 'text/plain' }))
    return form
  },
}
const queries: Readonly<Record<string, string>> = { removeCategory: '?type=open', candidates: '?search=w' }

beforeAll(async () => {
  harness = await createHarness()
  const desk = createTicketDesk(harness)
  const { services } = harness.product
  const [open, closed] = [await desk.open('member1'), await desk.open('member2')]
  const file = new File(['secret'], 'secret.txt')
  for (const ticket of [open, closed]) await harness.as('moderator').say(ticket.channelId ?? '', 'secret', {}, [file])
  const isKept = (one: typeof open) => attachmentsOf(services, one).some(({ state }) => state === 'kept')
  await until('the files', () => isKept(open) && isKept(closed))
  await closeTicket(services, desk.now(closed), { by: null })
  const owner = await harness.signIn('owner')
  const made = async <T>(path: string, body: object) => {
    const answer = await owner.call('POST', `/api/guild/${harness.guildId}/tickets${path}`, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body as T
  }
  const design = { title: 'Help', channel_id: harness.channel('general') }
  const { panel } = await made<{ panel: { id: string } }>('/panels', design)
  const named = { type: 'open', categoryName: 'Tickets' }
  const { category } = await made<{ category: { id: string } }>('/categories', named)
  await made('/tags', { name: 'hours', text: 'We are open until six.', words: [] })
  const guilds = [...harness.sandbox.context.world.guilds.values()]
  const other = guilds.find(({ guild }) => guild.name === 'Northwind Climbers')
  elsewhere = other?.guild.id ?? ''
  channelThere =
    [...(other?.channelIds ?? [])].find(
      id => harness.sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildText,
    ) ?? ''
  visitor = await harness.signIn('rogue')
  openFileId = attachmentsOf(services, open)[0]?.id ?? ''
  ids = {
    ticketId: String(open.id),
    panelId: panel.id,
    categoryId: category.id,
    transcriptId: transcriptFor(services, closed)?.id ?? '',
    attachmentId: attachmentsOf(services, closed)[0]?.id ?? '',
    name: 'hours',
    // One of the caller's own answer: the ticket is what is foreign.
    fileId: 'a'.repeat(32),
    targetId: harness.as('member3').userId,
  }
})
afterAll(() => harness.close())

const unknown: Readonly<Record<string, string>> = {
  ticketId: '999999',
  panelId: 'nothing-like-it',
  categoryId: '100000000000000001',
  transcriptId: 'f'.repeat(32),
  attachmentId: '100000000000000001',
  name: 'nothing-like-it',
  fileId: 'f'.repeat(32),
  targetId: '100000000000000001',
}

interface Named {
  name: string
  method: string
  path: string
  /** What it names besides the server. */
  params: string[]
}

const paramsOf = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter(name => name !== 'guildId')

/** The calls of this feature that name a thing by its id. */
const named: Named[] = Object.entries<Endpoint>(tickets.endpoints).flatMap(([name, { method, path }]) => {
  const params = paramsOf(path)
  return params.length > 0 ? [{ name, method, path, params }] : []
})

/** A ticket's file is one of the open ticket. */
let openFileId: string

const ask = ({ name, method, path, params }: Named, from: Readonly<Record<string, string>>, guildId = elsewhere) => {
  const isOpens = from === ids && params.includes('ticketId')
  const idFor = (param: string) => (isOpens && param === 'attachmentId' ? openFileId : (from[param] ?? ''))
  const at = params.reduce((all, param) => all.replace(`:${param}`, idFor(param)), path).replace(':guildId', guildId)
  return visitor.call(
    method,
    `/api${at}${queries[name] ?? ''}`,
    method === 'GET' ? undefined : (bodies[name]?.() ?? {}),
  )
}

/** Everything that is kept of the server's tickets. */
const kept = () =>
  harness.product.services.db.$client
    .prepare<unknown[], { name: string }>("select name from sqlite_master where type = 'table' and name like 'ticket%'")
    .all()
    .map(({ name }) => [name, harness.product.services.db.$client.prepare(`select * from ${name}`).all()])

test('what belongs to another server is not there, for reading and for changing', async () => {
  expect(named.length).toBeGreaterThan(8)
  expect(named.flatMap(({ params }) => params.filter(one => !(one in ids)))).toEqual([])
  const before = kept()
  for (const call of named) {
    const [foreign, none] = [await ask(call, ids), await ask(call, unknown)]
    expect({ call: call.name, status: foreign.status, body: foreign.body }).toEqual({
      call: call.name,
      status: 404,
      body: none.body,
    })
  }
  expect(kept()).toEqual(before)
  // Where they belong they are there: the walk asked for the right things.
  for (const call of named.filter(({ method }) => method === 'GET'))
    expect({ call: call.name, status: (await ask(call, ids, harness.guildId)).status }).toMatchObject({ status: 200 })
})
