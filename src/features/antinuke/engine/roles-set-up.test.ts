// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { PermissionFlagsBits as P } from 'discord.js'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { Member } from '#test/member.ts'

/** Permissions given away in different ways: those of helpers and partners are no power. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const role = async (name: string, permissions = 0n) =>
  (
    await server.app.as('owner').rest<{ id: string }>('POST', path('/roles'), {
      name,
      permissions: String(permissions),
    })
  ).id

const ofHelpers = [
  'MentionEveryone',
  'ManageThreads',
  'ManageMessages',
  'ManageEvents',
  'ManageNicknames',
  'ModerateMembers',
  'ManageGuildExpressions',
] as const
const ofPower = [
  'Administrator',
  'BanMembers',
  'KickMembers',
  'ManageGuild',
  'ManageRoles',
  'ManageChannels',
  'ManageWebhooks',
] as const

const ways: Record<string, (admin: Member, bits: bigint, n: number) => Promise<unknown>> = {
  'to a role': async (admin, bits, n) =>
    admin.rest('PATCH', path(`/roles/${await role(`team ${n}`)}`), { permissions: String(bits) }),
  'by an invite': async (admin, bits, n) =>
    admin.rest('POST', `/channels/${server.app.channel('general')}/invites`, {
      role_ids: [await role(`team ${n}`, bits)],
      unique: true,
    }),
}

async function giveOften(way: string, bits: bigint): Promise<Member> {
  const admin = await server.hire('Admin')
  for (let n = 0; n < 4; n += 1) await ways[way]?.(admin, bits, n).catch(() => undefined)
  await server.caughtUp()
  return admin
}

test.each(Object.keys(ways))('given %s four times, each of them is everyday work', async way => {
  server = await guardedServer({ autoRecovery: false })
  for (const bit of ofHelpers) {
    await giveOften(way, P[bit])
    expect([bit, server.incidents()]).toEqual([bit, []])
  }
})

test.each(Object.keys(ways))('given %s four times, each that is power is not', async way => {
  server = await guardedServer({ autoRecovery: false })
  for (const bit of ofPower) {
    const admin = await giveOften(way, P[bit])
    expect(await until(`the ban for ${bit}`, () => server.isBanned(admin.userId))).toBe(true)
  }
})

test('an administrator makes and sets up ten roles of their own within the hour', async () => {
  server = await guardedServer()
  const admin = await server.hire('Admin')
  for (let n = 0; n < 10; n += 1) {
    const { id } = await admin.rest<{ id: string }>('POST', path('/roles'), { name: 'new role' })
    await admin.rest('PATCH', path(`/roles/${id}`), { name: `Staff ${n}`, permissions: String(P.ManageMessages) })
    server.app.sandbox.advance(5 * 60_000)
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test.each([
  ['renamed all alike', { name: 'raided', permissions: String(P.MentionEveryone) }, 0n],
  ['emptied', { permissions: String(P.MentionEveryone) }, P.ManageChannels],
])('what is given does not hide anything else: roles %s', async (_, edit, before) => {
  server = await guardedServer({ autoRecovery: false })
  const admin = await server.hire('Admin')
  const roles = await Promise.all(Array.from({ length: 14 }, (_one, n) => role(`team ${n}`, before)))
  await server.caughtUp()
  for (const id of roles) await admin.rest('PATCH', path(`/roles/${id}`), edit).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(admin.userId))).toBe(true)
})

test('nor does a role of helpers that is given in place of one with power', async () => {
  server = await guardedServer({ autoRecovery: false })
  const admin = await server.hire('Admin')
  const [team, helpers] = [await role('Team', P.ManageChannels), await role('Helpers', P.ManageThreads)]
  const people = server.oldMembers(8, team)
  await server.caughtUp()
  for (const id of people)
    await admin.rest('PATCH', path(`/members/${id}`), { roles: [helpers] }).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(admin.userId))).toBe(true)
})
