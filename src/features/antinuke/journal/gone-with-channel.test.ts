import { afterEach, expect, test, vi } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { goneWithChannel } from './write-state.ts'

let app: Harness
afterEach(() => app.close())

test('what is deleted with a channel is found by the channel, however many invites its server has had', async () => {
  app = await createHarness()
  const { services } = app.product
  const { $client } = services.db
  // As in a process that has just started: statements are prepared when they are needed.
  const memory = { ...services.memory, shared: <S, T>(_key: object, make: (given: S) => T, given: S) => make(given) }
  const prepare = vi.spyOn($client, 'prepare')
  goneWithChannel({ ...services, memory }, app.guildId, app.channel('woodwork'))
  const asked = prepare.mock.calls.map(([sql]) => sql).find(sql => sql.includes('"channel_id" = ?')) ?? ''
  prepare.mockRestore()
  const plan = $client.prepare(`EXPLAIN QUERY PLAN ${asked}`).all(...(asked.match(/\?/g) ?? []).map(() => ''))
  expect(plan).toEqual([expect.objectContaining({ detail: expect.stringContaining('antinuke_journal_channel') })])
})
