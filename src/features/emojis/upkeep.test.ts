import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { removedDays } from './emoji/contract.ts'
import { noteRemoved, removedOf } from './orders/rows.ts'
import { picturesOf } from './pictures.ts'
import { upkeep } from './upkeep.ts'

const dayMs = 86_400_000
let now = Date.now()
let app: Harness
beforeAll(async () => {
  app = await createHarness({ now: () => now })
})
afterAll(() => app.close())

test('a removed emoji is kept for its time, even if the clock was ahead then', async () => {
  const { services } = app.product
  const start = now
  const left = () => removedOf(services, app.guildId).map(({ name }) => name)
  const pictures = () => picturesOf(services, app.guildId).list().length
  const tidy = async () => upkeep.run(services, undefined, { attempt: 1, guildId: null })
  now = start + 30 * dayMs
  await picturesOf(services, app.guildId).put(Buffer.from('a picture'), { name: 'kiln.png', type: 'image/png' })
  const removed = { guildId: app.guildId, animated: false, roles: [], fileId: 'none', removedById: null }
  noteRemoved(services, { ...removed, emojiId: '1', name: 'ahead', removedAt: now })
  now = start
  noteRemoved(services, { ...removed, emojiId: '2', name: 'right', removedAt: now })
  await tidy()
  expect([left(), pictures()]).toEqual([['right', 'ahead'], 1])
  now = start + removedDays * dayMs + 1
  await tidy()
  expect(left()).toEqual(['ahead'])
  now = start + (30 + removedDays) * dayMs + 1
  await tidy()
  expect([left(), pictures()]).toEqual([[], 0])
})
