// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { sanctionsOf } from './punish/sanctions.ts'

/** Seasons change, and bots are exchanged for others; somebody who does much more of it is stopped. */

let server: GuardedServer
beforeAll(async () => {
  // A bot that mutes by a role denies it things in hundreds of channels: here a third of them, against a third of the
  // limit.
  server = await guardedServer({ autoRecovery: false, limits: { anti_channel: { minute: 1, hour: 8 } } })
})
afterAll(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
const made = async (at: string, body: unknown) => (await owner().rest<{ id: string }>('POST', path(at), body)).id

/** Whether something is done against somebody; several people may be part of one incident. */
const isStopped = ({ userId }: Member) =>
  server
    .incidents()
    .flatMap(incident => sanctionsOf(server.app.product.services, incident))
    .some(one => one.userId === userId)

/** Does one thing after another until somebody is stopped. @returns how many were done */
async function each<T>(who: Member, all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  for (const [place, one] of all.entries()) {
    await work(one).catch(() => undefined)
    await server.caughtUp()
    if (isStopped(who)) return place + 1
  }
  return all.length
}
const several = (count: number) => Array.from({ length: count }, (_, place) => place)
const stopped = ({ userId }: Member) => until('the ban', () => server.isBanned(userId))

test('people try out an icon and names until they look right', async () => {
  const admin = await server.hire('Admin')
  await admin.rest('PATCH', path(''), { icon: png })
  expect(await each(admin, several(20), n => admin.rest('PATCH', path(''), { name: `Autumn ${n}` }))).toBe(8)
  expect(await stopped(admin)).toBe(true)
})

test('other changes in between count as usual', async () => {
  const admin = await server.hire('Admin')
  await owner().rest('PATCH', path(''), { verification_level: 3 })
  await admin.rest('PATCH', path(''), { name: 'Winter' })
  expect(
    await each(admin, [2, 1, 0], verification_level => admin.rest('PATCH', path(''), { verification_level })),
  ).toBe(2)
  expect(await stopped(admin)).toBe(true)
})

test('a server gets its first vanity link, which is corrected; an existing link is nobody’s to change', async () => {
  const admin = await server.hire('Admin')
  const link = (who: Member, code: string | null) => who.rest('PATCH', path('/vanity-url'), { code })
  await link(owner(), null)
  expect(await each(admin, ['kiln-clubb', 'kiln-club'], code => link(admin, code))).toBe(2)
  await server.app.restart()
  expect(await each(admin, ['the-kiln-club'], code => link(admin, code))).toBe(1)
  expect(isStopped(admin)).toBe(false)
  // Once somebody else has chosen another one, it is no longer theirs.
  await link(owner(), 'kiln-of-all')
  await link(admin, 'pwned').catch(() => undefined)
  expect(await stopped(admin)).toBe(true)
  const other = await server.hire('Admin')
  await link(other, 'owned-now').catch(() => undefined)
  expect(await stopped(other)).toBe(true)
})

test('somebody who set up feeds deletes their webhooks days later; webhooks of others count as usual', async () => {
  const [admin, other] = [await server.hire('Admin'), await server.hire('Admin')]
  const feeds = async (name: string) => {
    const place = `/channels/${server.app.channel('general')}/webhooks`
    const all: string[] = []
    for (const n of several(5)) all.push((await admin.rest<{ id: string }>('POST', place, { name: `${name} ${n}` })).id)
    return all
  }
  const [old, kept] = [await feeds('Old'), await feeds('Kept')]
  server.app.sandbox.advance(3 * 24 * 3_600_000)
  await server.caughtUp()
  const remove = (who: Member) => (id: string) => who.rest('DELETE', `/webhooks/${id}`)
  expect(await each(admin, old, remove(admin))).toBe(5)
  expect(isStopped(admin)).toBe(false)
  expect(await each(other, kept, remove(other))).toBe(3)
  expect(await stopped(other)).toBe(true)
})

test('the emoji of a season are exchanged for others, but not all that a server has', async () => {
  const admin = await server.hire('Admin')
  const old: string[] = []
  for (const n of several(32)) old.push(await made('/emojis', { name: `leaf_${n}`, image: png }))
  expect(await each(admin, old, id => admin.rest('DELETE', path(`/emojis/${id}`)))).toBe(30)
  expect(await stopped(admin)).toBe(true)
})

test('somebody who moves to the auto-moderation of a bot switches off the rules of Discord, or deletes them', async () => {
  const admin = await server.hire('Admin')
  const rules: string[] = []
  for (const n of several(6))
    rules.push(
      await made('/auto-moderation/rules', {
        name: `Rule ${n}`,
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: ['casino'] },
        actions: [{ type: 1 }],
        enabled: true,
      }),
    )
  const rule = (id: string) => path(`/auto-moderation/rules/${id}`)
  const [first = '', ...others] = rules
  await admin.rest('PATCH', rule(first), { enabled: false })
  expect(await each(admin, others, id => admin.rest('DELETE', rule(id)))).toBe(5)
  expect(await stopped(admin)).toBe(true)
})

test('a bot denies every channel to a role that nobody has yet; a role that people have counts as usual', async () => {
  const bot = await server.hire('Admin')
  const rooms = await server.make('channels', 36)
  const deny = (id: string) => (room: string) =>
    bot.rest('PUT', `/channels/${room}/permissions/${id}`, { type: 0, allow: '0', deny: String(2048 + 1024) })
  const muted = await made('/roles', { name: 'Muted', permissions: '0' })
  expect(await each(bot, rooms, deny(muted))).toBe(36)
  const team = await made('/roles', { name: 'Team', permissions: '0' })
  for (const id of server.oldMembers(2)) await owner().rest('PUT', path(`/members/${id}/roles/${team}`))
  await server.caughtUp()
  expect(await each(bot, rooms, deny(team))).toBeLessThan(36)
  expect(await stopped(bot)).toBe(true)
})
