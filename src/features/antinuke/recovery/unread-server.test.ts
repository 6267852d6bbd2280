import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { IncidentReport } from '../incidents/contract.ts'
import { lastRecoveryOf, findingsOf } from './store.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what is older than the attack is never taken for the work of the attackers, however little had been read by then', async () => {
  server = await guardedServer()
  const { app, guildId, world } = server
  const before = [...world().channelIds]
  const { channels } = app.sandbox.context.world
  const threads = new Map(
    before.flatMap(id => {
      const channel = channels.get(id)?.channel
      return channel && 'thread_metadata' in channel ? [[id, channel.parent_id ?? ''] as const] : []
    }),
  )
  const deleted: string[] = []
  for (const id of before.slice(0, 14)) {
    const { ok } = await app
      .as('rogue')
      .rest('DELETE', `/channels/${id}`)
      .then(
        () => ({ ok: true }),
        () => ({ ok: false }),
      )
    if (ok) deleted.push(id)
  }
  const { services } = app.product
  const recovery = await until('the recovery to be over', () => {
    const last = lastRecoveryOf(services, guildId, 1)
    return last?.state === 'done' ? last : undefined
  })
  // A channel's threads are deleted with it.
  const isTheirs = (id: string) => deleted.includes(id) || deleted.includes(threads.get(id) ?? '')
  expect(before.filter(id => !world().channelIds.has(id) && !isTheirs(id))).toEqual([])
  // As a whole, 'same' is what the attackers made and what is gone again.
  const junk = findingsOf(services, recovery).filter(({ field, result }) => field === null && result === 'same')
  expect(junk.filter(({ objectId }) => before.includes(objectId))).toEqual([])
  // What nobody had read cannot be put back: it is reported, not left out.
  const owner = await app.signIn('owner')
  const { body } = await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)
  const told = (body as IncidentReport).recovery
  const named = new Set([...(told?.verified ?? []), ...(told?.lost ?? [])].map(({ id }) => id))
  expect(deleted.filter(id => !named.has(id))).toEqual([])
})
