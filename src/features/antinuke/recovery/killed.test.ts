// @module-tag long
import type { Client } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import type { Services } from '#kernel/feature.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { someOf } from '#test/sampling.ts'
import { type DamagedServer, damagedServer, differing } from '#test/recovery.ts'
import { recover, recoverJob } from './recover.ts'
import { recoveryById, findingsOf, runningIn } from './store.ts'
import type { Touched } from './steps.ts'

let server: DamagedServer
afterEach(() => server.app.close())

class Killed extends Error {}

/**
 * The services of a process that dies at a moment, before or after one of its writing requests: answers that are still
 * on their way then never arrive.
 */
function dyingAt(services: Services, moment: number): { services: Services; moments(): number } {
  let at = 0
  let isDead = false
  const die = () => {
    isDead ||= at++ === moment
    if (isDead) throw new Killed()
  }
  const rest = new Proxy(services.client.rest, {
    get(target, name, self) {
      const value: unknown = Reflect.get(target, name, self)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...args: unknown[]) => unknown
      if (!['post', 'patch', 'put', 'delete'].includes(String(name)))
        return (...args: unknown[]) => {
          if (isDead) throw new Killed()
          return call(...args)
        }
      return async (...args: unknown[]) => {
        die()
        const answer = await call(...args)
        die()
        return answer
      }
    },
  })
  const client = Object.create(services.client, { rest: { value: rest } }) as Client<true>
  const scheduler = { ...services.scheduler, at: () => 0 }
  return { services: { ...services, client, scheduler }, moments: () => at }
}

/** Destroys a little of everything. @returns what was touched */
async function destroy(knownGood: Awaited<ReturnType<DamagedServer['look']>>): Promise<Touched[]> {
  const { app, guildId } = server
  const owner = app.as('owner')
  const others = server.channels(knownGood, 'others')
  const inside = (category: string) => others.filter(id => knownGood.channel.get(id)?.['parent_id'] === category)
  const [category = ''] = server
    .channels(knownGood, 'categories')
    .toSorted((a, b) => inside(b).length - inside(a).length)
  const [first = '', second = ''] = inside(category)
  const edited = others.find(id => !inside(category).includes(id)) ?? ''
  const [role = '', changed = ''] = server.roles(knownGood)
  for (const id of [category, first, second]) await owner.rest('DELETE', `/channels/${id}`)
  await owner.rest('DELETE', `/guilds/${guildId}/roles/${role}`)
  await owner.rest('PATCH', `/guilds/${guildId}/roles/${changed}`, { permissions: '8' })
  await owner.rest('PATCH', `/channels/${edited}`, { nsfw: true, permission_overwrites: [] })
  const junk = await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, { name: 'raided' })
  return [
    ...[category, first, second, edited, junk.id].map(id => ({ kind: 'channel' as const, id })),
    ...[role, changed].map(id => ({ kind: 'role' as const, id })),
  ]
}

/** Recovers in processes, the first of which dies at a moment. @returns how many moments it had */
async function recoverKilled(moment: number): Promise<number> {
  const { services } = server.app.product
  const knownGood = await server.look()
  const touched = await destroy(knownGood)
  const first = dyingAt(services, moment)
  const attack = { guildId: server.guildId, incidentId: null, knownGood, touched, attackers: [] }
  const { recoveryId } = recover(first.services, attack)
  let current = first.services
  for (let runs = 0; recoveryById(services, recoveryId)?.state !== 'done'; runs++) {
    expect(runs).toBeLessThan(20)
    try {
      await inLane('repair', () => recoverJob.run(current, { recoveryId }, { attempt: 1, guildId: server.guildId }))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      // The next process knows what is stored, and nothing else.
      current = dyingAt(services, Infinity).services
    }
  }
  expect(differing(findingsOf(services, { id: recoveryId }))).toEqual([])
  const after = await server.look()
  expect([after.channel.size, after.role.size]).toEqual([knownGood.channel.size, knownGood.role.size])
  return first.moments()
}

test('killed before or after any of its requests, a recovery ends with the same server and nothing twice', async () => {
  server = await damagedServer({ channels: 20, roles: 16, members: 8 })
  const moments = await recoverKilled(Infinity)
  expect(moments).toBeGreaterThan(20)
  // Every third moment is before one request and after the next.
  for (const moment of someOf(Array.from({ length: moments }, (_, at) => at))) await recoverKilled(moment)
}, 300_000)

test('a recovery is stored together with its job, or not at all: no recovery without a job blocks others', async () => {
  server = await damagedServer({ channels: 20, roles: 16, members: 8 })
  const { services } = server.app.product
  const knownGood = await server.look()
  const [id = ''] = server.channels(knownGood, 'others')
  const scheduler = {
    ...services.scheduler,
    at() {
      throw new Killed()
    },
  }
  const touched = [{ kind: 'channel' as const, id }]
  const attack = { guildId: server.guildId, incidentId: null, knownGood, touched, attackers: [] }
  expect(() => recover({ ...services, scheduler }, attack)).toThrow(Killed)
  expect(runningIn(services, server.guildId)).toBeUndefined()
})
