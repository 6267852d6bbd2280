import type { Guild } from 'discord.js'
import { expect, test } from 'vitest'
import { createMemory, type Services } from '#kernel/feature.ts'
import { exceedsRemovalLimit } from './removal-limit.ts'

test('while Discord does not say how long somebody has been a member, nobody is removed uncounted', async () => {
  const own = { enabled: true, modules: { anti_ban: true }, limits: { anti_ban: { minute: 2, hour: 2 } } }
  // Only the parts that are needed.
  const services = { memory: createMemory(), now: Date.now, settings: { read: () => own } } as unknown as Services
  const down = Object.assign(new Error('down'), { name: 'AbortError' })
  const guild = { id: '1', ownerId: 'owner', members: { fetch: () => Promise.reject(down) } } as unknown as Guild
  await expect(exceedsRemovalLimit(services, guild, { userId: '2', kind: 'ban' })).rejects.toBe(down)
})

test('a removal from while the clock was ahead no longer counts once it is right', async () => {
  const start = Date.now()
  let now = start + 30 * 86_400_000
  const own = {
    enabled: true,
    modules: { anti_ban: true },
    limits: { anti_ban: { minute: 2, hour: 2 } },
    extraOwners: [],
  }
  // Only the parts that are needed.
  const services = {
    memory: createMemory(),
    now: () => now,
    settings: { read: () => own, touchedSince: () => new Map([['rules', { author: { userId: 'somebody' } }]]) },
  } as unknown as Services
  const guild = {
    id: '1',
    ownerId: 'owner',
    members: { fetch: () => Promise.resolve({ joinedTimestamp: 0 }) },
  } as unknown as Guild
  const remove = (userId: string) => exceedsRemovalLimit(services, guild, { userId, kind: 'ban' })
  expect([await remove('2'), await remove('3')]).toEqual([false, true])
  now = start
  expect([await remove('4'), await remove('5')]).toEqual([false, true])
})
