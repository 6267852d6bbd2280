// @module-tag long
import { ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { neverOver } from '#test/never-over.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { graceMs } from '../engine/sightings.ts'
import { lateMs } from '../engine/stopped-people.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
let category: string
let inside: string[]
let outside: string[]
/** The stopped clock's time (Unix ms), if it is stopped. */
let at: number | undefined
beforeEach(async () => {
  at = undefined
  server = await guardedServer({ limits: { anti_channel: { minute: 5, hour: 5 } } }, { now: () => at ?? Date.now() })
  const { app, guildId } = server
  const body = { name: 'district', type: ChannelType.GuildCategory }
  category = (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, body)).id
  inside = await server.make('channels', 3, 'house', { parent_id: category })
  outside = await server.make('channels', 3, 'field')
  await server.caughtUp()
  const { services } = app.product
  await until(
    'the server to be known',
    () => noteOf(services, guildId, 'webhooks') !== undefined && !noteOf(services, guildId, 'gap'),
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

const recovery = () => recoveryOf(server.app.product.services, server.guildId, 1)
const channelsNow = () =>
  [...server.world().channelIds].flatMap(id => {
    const channel = server.app.sandbox.context.world.channels.get(id)?.channel
    return channel ? [channel] : []
  })
const houses = () => channelsNow().filter(({ name }) => name?.startsWith('house-'))
const hasField = (place: number) => channelsNow().some(({ name }) => name === `field-${place}`)

/**
 * The entry about who deleted a channel is on its way until it is released; nobody stops waiting before the clock goes
 * on.
 */
function holdEntry(channel: string): () => void {
  neverOver(graceMs)
  at = Date.now()
  const { context } = server.app.sandbox
  const pass = context.emit
  const held: Parameters<typeof pass>[0][] = []
  context.emit = dispatch => {
    const { target_id: about } = dispatch.data as { target_id?: string }
    if (dispatch.type === GatewayDispatchEvents.GuildAuditLogEntryCreate && about === channel) held.push(dispatch)
    else pass(dispatch)
  }
  return () => {
    context.emit = pass
    for (const dispatch of held) pass(dispatch)
  }
}

/** Until somebody is stopped. */
const deleteBy = (login: string, ids: readonly string[]) =>
  whileAllowed(ids.map(id => () => server.app.as(login).rest('DELETE', `/channels/${id}`)))

test('channels wait for their category while nobody is named for its loss, so that none is made twice', async () => {
  const letGo = holdEntry(category)
  const from = server.app.sandbox.requests().length
  await deleteBy('rogue', [category, ...inside, ...outside])
  await until('what stood outside to be back', () => hasField(0) && hasField(1))
  letGo()
  await until('the category to be back', () => channelsNow().some(({ name }) => name === 'district'))
  at = undefined
  await until('the recovery', () => recovery()?.state === 'done')
  const district = channelsNow().find(({ name }) => name === 'district')
  expect(houses().map(channel => 'parent_id' in channel && channel.parent_id)).toEqual(inside.map(() => district?.id))
  expect(differing(recovery()?.report ?? [])).toEqual([])
  const edits = server.app.sandbox
    .requests()
    .slice(from)
    .filter(({ caller, method, route }) => caller === 'bot' && method === 'PATCH' && route === '/channels/:channel_id')
  expect(edits).toEqual([])
  expect(recovery()?.counts.refused).toBe(0)
})

test('where somebody else deleted the category, its channels come back outside as soon as that is reported', async () => {
  const letGo = holdEntry(category)
  await deleteBy('owner', [category])
  await deleteBy('rogue', [...inside, ...outside])
  await until('what stood outside to be back', () => hasField(0) && hasField(1))
  letGo()
  at = undefined
  await until('the recovery', () => recovery()?.state === 'done')
  expect(houses().map(channel => 'parent_id' in channel && channel.parent_id)).toEqual(inside.map(() => null))
  expect(channelsNow().some(({ name }) => name === 'district')).toBe(false)
  expect(recovery()?.counts.refused).toBe(0)
})

test('what names channels waits while more of them may come back, so that it is set once', async () => {
  const { app, guildId } = server
  const [late = '', ...others] = outside
  const rule = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/auto-moderation/rules`, {
    name: 'Words',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['bad'] },
    actions: [{ type: 1 }],
    exempt_channels: outside,
  })
  await server.caughtUp()
  const letGo = holdEntry(late)
  const from = app.sandbox.requests().length
  await deleteBy('rogue', [late, ...inside, ...others])
  const isMade = () => recovery()?.steps.every(({ state, act }) => state === 'done' || act.do !== 'create')
  await until('everything else to be made', () => houses().length === inside.length && isMade())
  await server.caughtUp()
  letGo()
  await until('what was late to be back', () => hasField(0))
  at = undefined
  await until('the recovery', () => recovery()?.state === 'done')
  const edits = app.sandbox.requests().slice(from)
  const bodies = edits.flatMap(({ caller, method, path, body }) =>
    caller === 'bot' && method === 'PATCH' && path.endsWith(`/auto-moderation/rules/${rule.id}`) ? [body] : [],
  )
  const fields = channelsNow().flatMap(({ id, name }) => (name?.startsWith('field-') ? [id] : []))
  expect(bodies).toEqual([{ exempt_channels: expect.arrayContaining(fields) }])
  expect(fields).toHaveLength(outside.length)
})

test('before Discord reports the ban, only what needs nothing existing comes back, and nothing else is done', async () => {
  const { app, guildId } = server
  const { context } = app.sandbox
  const owner = app.as('owner')
  // It stays, and is no longer in its category.
  await server.make('channels', 1, 'yard', { parent_id: category })
  await server.caughtUp()
  // Nobody gives up waiting for it.
  neverOver(lateMs)
  const pass = context.emit
  const held: Parameters<typeof pass>[0][] = []
  const { userId } = app.as('rogue')
  let isHeld = false
  context.emit = dispatch => {
    const { user } = dispatch.data as { user?: { id: string } }
    isHeld ||=
      user?.id === userId &&
      [GatewayDispatchEvents.GuildBanAdd, GatewayDispatchEvents.GuildMemberRemove].includes(
        dispatch.type as GatewayDispatchEvents,
      )
    if (isHeld) held.push(dispatch)
    else pass(dispatch)
  }
  const from = app.sandbox.requests().length
  await deleteBy('rogue', [category, ...inside, ...outside])
  await until('the houses', () => houses().length === inside.length)
  for (let turn = 0; turn < 12; turn += 1) await owner.rest('GET', `/guilds/${guildId}/roles`)
  const changes = app.sandbox
    .requests()
    .slice(from)
    .filter(({ caller, method, reason }) => caller === 'bot' && method !== 'GET' && reason?.includes('step'))
  expect(new Set(changes.map(({ method, route }) => `${method} ${route}`))).toEqual(
    new Set(['POST /guilds/:guild_id/channels']),
  )
  context.emit = pass
  for (const dispatch of held) pass(dispatch)
  await until('the recovery', () => recovery()?.state === 'done')
  expect(differing(recovery()?.report ?? [])).toEqual([])
})
