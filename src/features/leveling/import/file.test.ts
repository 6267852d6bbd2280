// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  await owner.call('POST', `/api/guild/${harness.guildId}/basic`, { statsUpdate: true, ranking: 'on' })
  await post(`members/${id('member1')}`, { action: 'set', amount: 150 })
})
afterAll(() => harness.close())

const id = (login: string) => harness.as(login).userId
const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
const post = (path: string, body: unknown) => owner.call('POST', at(path), body)
interface Board {
  rows: { user: { id: string }; level: number; xp: number }[]
  total: number
}
const board = async () => (await owner.call('GET', at('leaderboard?limit=100'))).body as Board
const rowOf = async (login: string) => (await board()).rows.find(({ user }) => user.id === id(login))

test('a file is previewed, imported once, and undone', async () => {
  const padding = Array.from({ length: 9000 }, (_, index) => `${300_000_000_000_000_000n + BigInt(index)},1,0`)
  const text = ['user_id,level,xp', `${id('member5')},12,300`, 'nobody,1,1', ...padding].join('\n')
  const before = await board()
  const counts = { new: 1, changed: 0, unchanged: 9000, refused: 1 }
  const dry = await post('import', { format: 'auto', text, mode: 'add', dry_run: true })
  expect(dry).toMatchObject({ status: 200, body: { format: 'csv', counts, batch: null } })
  // The file has no names: members have their names in the server.
  const user = { id: id('member5'), name: expect.stringMatching(/[a-z]/i) }
  expect(dry.body).toMatchObject({ changes: [{ user }] })
  const form = new FormData()
  form.append('mode', 'add')
  form.append('dry_run', 'on')
  form.append('file', new Blob([text], { type: 'text/csv' }), 'levels.csv')
  expect(await post('import/file', form)).toMatchObject({ status: 200, body: { format: 'csv', counts, batch: null } })
  expect((await board()).total).toBe(before.total)

  const done = await post('import', { text, mode: 'add', dry_run: false })
  expect(await rowOf('member5')).toMatchObject({ level: 12, xp: 300 })
  expect((await post('import', { text, mode: 'add', dry_run: false })).status).toBe(409)
  const { batch } = done.body as { batch: string }
  expect((await post('undo', { batch })).body).toMatchObject({ members: 1 })
  expect(await rowOf('member5')).toBeUndefined()
  expect((await post('undo', { batch })).status).toBe(404)

  const last = (await owner.call('GET', at('changes'))).body as { changes: { batch: string }[] }
  expect((await post('undo', { batch: last.changes[0]?.batch })).status).toBe(404)
  expect(await rowOf('member5')).toBeUndefined()
  await post('import', { text, mode: 'add', dry_run: false })
  expect(await rowOf('member5')).toMatchObject({ level: 12, xp: 300 })
  const again = (await owner.call('GET', at('changes'))).body as { changes: { batch: string }[] }
  await post('undo', { batch: again.changes[0]?.batch })

  const { changes } = (await owner.call('GET', at('changes'))).body as { changes: object[] }
  expect(changes.slice(0, 2)).toMatchObject([
    { kind: 'undo', user: { id: id('member5') }, by: { name: 'mara.w' }, after: { level: 1, xp: 0 } },
    { kind: 'import', undone: true, after: { level: 12, xp: 300 } },
  ])
  const exported = await owner.call('GET', at('export'))
  expect(exported.headers.get('content-disposition')).toContain(`levels-${harness.guildId}.csv`)
  expect(exported.body).toContain(`${id('member1')},jun_tan,2,`)
})
