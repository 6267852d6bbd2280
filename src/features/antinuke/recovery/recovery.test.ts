import { afterEach, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { createWorld } from '#sandbox/world/create.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { type ObjectKind, objectKinds, type ServerState } from '../journal/objects.ts'
import { recover } from './recover.ts'
import { readServerNow } from './server-now.ts'
import { recoveryById, reportOf } from './store.ts'
import type { Touched } from './steps.ts'

let app: Harness
afterEach(() => app.close())

const kinds = new Set(Object.keys(objectKinds) as ObjectKind[])
const look = async (): Promise<ServerState> => (await readServerNow(app.product.services, app.guildId, kinds)).state

/** A server with everything in it, smaller than Discord's largest. */
async function community(channels: number, roles: number, members: number): Promise<Harness> {
  const sizes = { channels, categories: 4, roles, members, bans: 3, events: 3 }
  return createHarness({ features, sandbox: { world: createWorld({ kind: 'community', seed: 7, sizes }) } })
}

const world = () => {
  const state = app.sandbox.context.world.guilds.get(app.guildId)
  if (!state) throw new Error('the server is gone')
  return state
}

async function recovered(good: ServerState, touched: readonly Touched[], attackers: readonly string[] = []) {
  const { services } = app.product
  const { recoveryId } = recover(services, { guildId: app.guildId, incidentId: null, good, touched, attackers })
  await until('the recovery to be over', () => recoveryById(services, recoveryId)?.state === 'done')
  return reportOf(services, { id: recoveryId })
}

const differing = (report: Awaited<ReturnType<typeof recovered>>) => report.filter(({ result }) => result === 'differs')

test('channels, categories and roles that were deleted come back with everything that hung on them', async () => {
  app = await community(40, 20, 30)
  const good = await look()
  const rogue = app.as('admin')
  const { guild } = world()
  const kept = new Set([guild.rules_channel_id, guild.public_updates_channel_id])
  const doomed = [...good.channel.keys()].filter((id, index) => index % 2 === 0 && !kept.has(id))
  const top = Math.min(...[...good.role.values()].filter(role => role['managed']).map(role => Number(role['position'])))
  const roles = [...good.role]
    .filter(([id, role]) => id !== app.guildId && !role['managed'] && Number(role['position']) < top)
    .map(([id]) => id)
  const lost = roles.filter((_, index) => index % 2 === 0)
  for (const id of doomed) await rogue.rest('DELETE', `/channels/${id}`)
  for (const id of lost) await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/roles/${id}`)
  const junk = await rogue.rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'raided' })
  const report = await recovered(good, [
    ...doomed.map(id => ({ kind: 'channel' as const, id })),
    ...lost.map(id => ({ kind: 'role' as const, id })),
    { kind: 'channel', id: junk.id },
  ])
  expect(differing(report)).toEqual([])
  expect((await look()).channel.size).toBe(good.channel.size)
  expect(world().roles.size).toBe(good.role.size)
  expect(world().channelIds.has(junk.id)).toBe(false)
}, 90_000)
