// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { noteBypassGained } from '../engine/bypass.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'
import type { ShownPosture } from '../posture/contract.ts'
import type { DrillResult } from './contract.ts'

let server: GuardedServer
beforeEach(async () => {
  server = await guardedServer()
  const { services } = server.app.product
  await until(
    'the journal to know the server',
    () => stateAt(services, server.guildId, cursorNow(services, server.guildId)).channel.size > 0,
  )
})
afterEach(() => server.app.close())

interface Reply {
  drill: DrillResult
  matrix: { id: string; name: string; people: number; landed: number[]; all: boolean }[]
  floors: (number | null)[]
}
async function drill(query: Record<string, string>, login = 'owner'): Promise<Reply> {
  const visitor = await server.app.signIn(login)
  const path = `/api/guild/${server.guildId}/antinuke/drill?${new URLSearchParams(query)}`
  const { status, body } = await visitor.call('GET', path)
  expect(status).toBe(200)
  return body as never
}

test('an administrator is stopped at the limit, and what they destroyed comes back; the server is not touched', async () => {
  const before = JSON.stringify([...server.world().channelIds])
  const { drill: result, matrix } = await drill({ kind: 'role', id: server.role('Admin'), rate: '10' })
  expect(result).toMatchObject({ who: 'Admin', ending: 'stopped' })
  expect(result.attempts).toBeGreaterThan(10)
  expect(result.landed).toBeGreaterThanOrEqual(3)
  expect(result.landed).toBeLessThan(result.attempts)
  expect(result.landed - result.floor).toBeLessThanOrEqual(1)
  expect(result.back).toHaveLength(result.landed)
  // The bot may not set every permission here: what the plan calls impossible does not count as restored.
  const { restored = 0, total = 0 } = result.fields ?? {}
  expect(restored).toBeGreaterThan(total / 2)
  expect(restored).toBeLessThanOrEqual(total)
  expect(result.verifiedAt).toBeGreaterThan(result.stoppedAt ?? Infinity)
  expect(matrix.find(({ name }) => name === 'Admin')?.landed).toHaveLength(5)
  expect(JSON.stringify([...server.world().channelIds])).toBe(before)
  expect(server.incidents()).toEqual([])
})

test('while auto recovery is off, nothing comes back, and the drill does not claim that it does', async () => {
  server.set({ autoRecovery: false })
  const { drill: result } = await drill({ kind: 'role', id: server.role('Admin'), rate: '10' })
  expect(result).toMatchObject({ ending: 'stopped', back: [], verifiedAt: null, fields: null })
  expect(result.strip).not.toContain('repair')
  const general = server.app.channel('general')
  const answer = await server.app.answerTo(await server.app.as('owner').say(general, '.antinuke drill @Admin'))
  expect(textOf(answer)).toContain('nothing comes back: auto recovery is off')
})

test('a drill about a person names them', async () => {
  const { drill: result } = await drill({ kind: 'person', id: server.app.as('rogue').userId })
  expect(result.who).toBe('kestrel')
})

test('a drill can be run by command, too', async () => {
  const general = server.app.channel('general')
  const answer = await server.app.answerTo(await server.app.as('owner').say(general, '.antinuke drill @Admin'))
  expect(textOf(answer)).toMatch(/A compromised .* lands \d+ of \d+ actions/)
  expect(textOf(answer)).toContain(`/manage/${server.guildId}/antinuke/drill?who=role-${server.role('Admin')}`)
})

test('the command says what moderators could do who may ban but delete no channels', async () => {
  server.oldMembers(10)
  const general = server.app.channel('general')
  const ask = async (role: string) =>
    textOf(await server.app.answerTo(await server.app.as('owner').say(general, `.antinuke drill ${role}`)))
  expect(await ask('@Moderator')).toMatch(/A compromised .* lands \d+ of \d+ actions/)
  const body = { name: 'Onlooker', permissions: '0' }
  await server.app.as('owner').rest('POST', `/guilds/${server.guildId}/roles`, body)
  await server.caughtUp()
  expect(await ask('@Onlooker')).toContain('can neither delete channels or roles nor ban members')
})

test('without delays no more lands than the limit lets through, and the same drill always has the same course', async () => {
  const wish = { kind: 'role', id: server.role('Admin'), rate: '10', profile: 'ideal' }
  const { drill: first } = await drill(wish)
  expect(first.landed).toBe(3)
  expect((await drill(wish)).drill).toEqual(first)
  for (const attack of ['roles', 'bans']) {
    const { drill: one } = await drill({ ...wish, attack })
    expect(one).toMatchObject({ ending: 'stopped' })
    expect(one.attempts).toBeGreaterThan(one.landed)
  }
})

test('everything of somebody who cannot be stopped lands, and nothing of somebody without power', async () => {
  const top = server.world().roles.get(server.role('Palisade'))?.position ?? 0
  const roles = `/guilds/${server.guildId}/roles`
  const chief = await server.app.as('owner').rest<{ id: string }>('POST', roles, { name: 'Chief', permissions: '8' })
  await server.app.as('owner').rest('PATCH', roles, [{ id: chief.id, position: top + 1 }])
  await server.caughtUp()
  const { drill: result, matrix } = await drill({ kind: 'role', id: chief.id })
  expect(result).toMatchObject({ ending: 'out-of-reach', landed: result.attempts, back: [], fields: null })
  expect(matrix.find(({ id }) => id === chief.id)?.all).toBe(true)
  const kind = 'role'
  expect((await drill({ kind, id: server.role('Moderator') })).drill).toMatchObject({ ending: 'powerless', landed: 0 })
  const admin = await server.hire('Admin')
  server.set({ whitelist: [admin.userId] })
  expect((await drill({ kind: 'person', id: admin.userId })).drill.ending).toBe('trusted')
})

test('a role has the same accounts as on the Posture page: the owner is not among them', async () => {
  const { app, guildId } = server
  const owner = app.as('owner')
  await owner.rest('PUT', `/guilds/${guildId}/members/${owner.userId}/roles/${server.role('Admin')}`)
  const keeper = await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, {
    name: 'Keeper',
    permissions: '16',
  })
  await owner.rest('PUT', `/guilds/${guildId}/members/${owner.userId}/roles/${keeper.id}`)
  await server.caughtUp()
  const visitor = await app.signIn('owner')
  const { body } = await visitor.call('GET', `/api/guild/${guildId}/antinuke/posture`)
  const { ladder } = body as ShownPosture
  const shown = ladder.flatMap(({ kind, id, count }) => (kind === 'role' ? [[id, count]] : []))
  const { drill: result, matrix } = await drill({ kind: 'role', id: keeper.id })
  expect(matrix.map(({ id, people }) => [id, people])).toEqual(shown)
  expect(shown).toContainEqual([keeper.id, 0])
  // As if somebody else held it, whom nothing exempts from being counted.
  expect(result.ending).toBe('stopped')
  const asked = `/api/guild/${guildId}/antinuke/drill?${new URLSearchParams({ kind: 'person', id: owner.userId })}`
  expect(await visitor.call('GET', asked)).toMatchObject({ status: 404 })
})

test('the holder who is hardest to stop is the compromised one', async () => {
  const top = server.world().roles.get(server.role('Palisade'))?.position ?? 0
  const owner = server.app.as('owner')
  const roles = `/guilds/${server.guildId}/roles`
  const chief = await owner.rest<{ id: string }>('POST', roles, { name: 'Chief', permissions: '8' })
  await owner.rest('PATCH', roles, [{ id: chief.id, position: top + 1 }])
  const { userId } = await server.hire('Admin')
  await owner.rest('PUT', `/guilds/${server.guildId}/members/${userId}/roles/${chief.id}`)
  await server.caughtUp()
  const { drill: result, matrix } = await drill({ kind: 'role', id: server.role('Admin') })
  expect(result.ending).toBe('out-of-reach')
  expect(matrix.find(({ name }) => name === 'Admin')?.all).toBe(true)
})

test('somebody who does everything at once is stopped by the limit that is reached first', async () => {
  const wish = { kind: 'role', id: server.role('Admin'), rate: '10', profile: 'ideal', attack: 'all' }
  const { drill: result } = await drill(wish)
  expect(result).toMatchObject({ ending: 'stopped', who: 'Admin' })
  const each = await Promise.all(
    (['channels', 'roles', 'bans'] as const).map(attack => drill({ ...wish, attack }).then(({ drill: one }) => one)),
  )
  expect(result.attempts).toBe(each.reduce((sum, { attempts }) => sum + attempts, 0))
  // One of each in turn.
  expect(result.landed).toBeLessThanOrEqual(3 * Math.min(...each.map(({ landed }) => landed)))
  expect(result.back).toHaveLength(result.landed)
  // With one module off, the others still stop them.
  server.set({ modules: { anti_channel: false } })
  expect((await drill(wish)).drill.ending).toBe('stopped')
  expect((await drill({ ...wish, attack: 'channels' })).drill.ending).toBe('not-counted')
})

test('where nobody would be stopped, there is no least possible damage', async () => {
  const wish = { kind: 'role', id: server.role('Admin'), rate: '10', profile: 'ideal' }
  expect((await drill(wish)).floors.every(one => one !== null && one > 0)).toBe(true)
  server.set({ punishment: 'NONE' })
  expect((await drill(wish)).floors.every(one => one === null)).toBe(true)
})

test('one trusted administrator does not make all of them unstoppable', async () => {
  const boss = await server.hire('Admin')
  await server.hire('Admin')
  server.set({ extraOwners: [boss.userId] })
  const { drill: result } = await drill({ kind: 'role', id: server.role('Admin'), rate: '10', profile: 'ideal' })
  expect(result.ending).toBe('stopped')
})

test('in drills, too, the bypass role exempts only people to whom somebody gave it who may', async () => {
  const { services } = server.app.product
  const admin = await server.hire('Admin')
  await server.caughtUp()
  const role = server.role('Admin')
  server.set({ bypassRole: role, bypassPermissions: { can_manage_channels: true } })
  const wish = { kind: 'person', id: admin.userId, attack: 'channels' }
  // What the owner gave counts.
  expect((await drill(wish)).drill.ending).toBe('trusted')
  noteBypassGained(services, server.guildId, admin.userId, role)
  expect((await drill(wish)).drill.ending).toBe('stopped')
  server.set({ bypassRole: null })
})
