// @module-tag long
import type { APIRole } from 'discord-api-types/v10'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { noteOf } from './notes.ts'
import { type Digests, kindsIn } from './guild-digests.ts'
import { changesSince, cursorNow, latest } from './state-at.ts'
import { journalNotes } from './table.ts'

let app: Harness
const openServer = serverPerTest()
beforeEach(async () => {
  app = await openServer()
  app.product.services.settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  await until('the server to be read', () => noteOf(services(), app.guildId, 'members'))
  await app.restart()
  await gapClosed()
})

const services = () => app.product.services
const now = () => cursorNow(services(), app.guildId)
const last = (kind: 'role' | 'channel', id: string) => latest(services(), app.guildId, kind, id)
const gapClosed = () =>
  until('the gap to be closed', () => now() > 0 && noteOf(services(), app.guildId, 'gap') === undefined)
const roles = () => `/guilds/${app.guildId}/roles`

/** The kinds that need not be compared if they are sent unchanged. */
function known() {
  const own = and(eq(journalNotes.guildId, app.guildId), eq(journalNotes.name, 'sent'))
  const row = services().db.select().from(journalNotes).where(own).get()
  return kindsIn(JSON.parse(row?.value ?? '{}') as Digests)
}

test('a server that is sent unchanged is not written again, and is known as before', async () => {
  expect(known()).toEqual(expect.arrayContaining(['role', 'channel', 'guild', 'emoji']))
  const cursor = now()
  await app.restart()
  await gapClosed()
  expect(changesSince(services(), app.guildId, cursor)).toEqual([])
  expect(now()).toBe(cursor)
})

test('what was created and is gone when the bot comes back is found to be gone', async () => {
  const { id } = await app.as('owner').rest<APIRole>('POST', roles(), { name: 'Short-lived' })
  await until('the role', () => last('role', id))
  expect(known()).not.toContain('role')
  expect(known()).toContain('channel')
  await app.product.close()
  await app.as('owner').rest('DELETE', `${roles()}/${id}`)
  await app.restart()
  await gapClosed()
  expect(last('role', id)).toBeNull()
  expect(known()).toContain('role')
})

test('a difference found at the start is as old as the start, however late it is compared', async () => {
  const { id } = await app.as('owner').rest<APIRole>('POST', roles(), { name: 'Doomed' })
  await until('the role', () => last('role', id))
  await app.product.close()
  await app.as('owner').rest('DELETE', `${roles()}/${id}`)
  await app.restart()
  const ready = services().now()
  const change = await until('the deletion', () =>
    changesSince(services(), app.guildId, 0).find(one => one.id === id && one.after === null),
  )
  expect(change.at).toBeLessThanOrEqual(ready)
})
