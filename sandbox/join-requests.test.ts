import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import type { Conditions } from './conditions.ts'

/** A server where somebody decides about newcomers, and one who has just come. */
async function open(conditions: Partial<Conditions> = {}) {
  const world = await openWire([Intent.Guilds, Intent.GuildMembers], conditions)
  const guild = `/guilds/${world.guildId}` as const
  const body = { enabled: true, manual_approval_enabled: true }
  await world.ask('owner', `PATCH ${guild}/member-verification`, { body })
  await world.ask('stranger', 'POST /invites/kiln24', { body: {} })
  return { ...world, guild, apply: () => world.ask('stranger', `PUT ${guild}/requests/@me`, { body: {} }) }
}

test('a newcomer applies to join, and is accepted; members who may decide get the events', async () => {
  const world = await open()
  const made = (await world.apply()).body
  expect(made).toMatchObject({ application_status: 'SUBMITTED', user_id: world.idOf('stranger') })
  expect((await world.apply()).body.id).toBe(made.id)
  expect(await world.heard('GUILD_JOIN_REQUEST_CREATE')).toMatchObject({
    status: 'SUBMITTED',
    request: { id: made.id },
  })
  const list = `GET ${world.guild}/requests` as const
  expect((await world.ask('member1', list)).body.code).toBe(50_013)
  expect((await world.ask('bot', `${list}?status=SUBMITTED&limit=5`)).body).toMatchObject({
    total: 1,
    guild_join_requests: [{ id: made.id }],
  })
  const decide = (action: string) => world.ask('bot', `PATCH ${world.guild}/requests/${made.id}`, { body: { action } })
  expect((await decide('APPROVED')).body).toMatchObject({
    application_status: 'APPROVED',
    actioned_by_user: { username: 'Palisade' },
  })
  expect(await world.heard('GUILD_JOIN_REQUEST_UPDATE')).toMatchObject({ status: 'APPROVED' })
  expect(await world.heard('GUILD_MEMBER_UPDATE')).toMatchObject({ pending: false })
  expect((await decide('REJECTED')).body.code).toBe(50_035)
  expect((await world.ask('bot', `PATCH ${world.guild}/requests/1`, { body: { action: 'APPROVED' } })).body.code).toBe(
    10_068,
  )
  expect(world.sandbox.violations()).toEqual([])
})

test('a join request is withdrawn; servers without applications have none', async () => {
  const world = await open()
  const { id } = (await world.apply()).body
  await world.ask('stranger', `DELETE ${world.guild}/requests/@me`)
  expect(await world.heard('GUILD_JOIN_REQUEST_DELETE')).toMatchObject({ id, user_id: world.idOf('stranger') })
  await world.ask('owner', `PATCH ${world.guild}/member-verification`, { body: { manual_approval_enabled: false } })
  expect((await world.ask('bot', `GET ${world.guild}/requests`)).body.code).toBe(50_001)
  expect((await world.apply()).body.application_status).toBe('APPROVED')
  expect(world.sandbox.violations()).toEqual([])
})

test('a rejected applicant has to leave, or may stay', async () => {
  const isMember = async (rejectedApplicants: Conditions['rejectedApplicants']) => {
    const world = await open({ rejectedApplicants })
    const { id } = (await world.apply()).body
    const body = { action: 'REJECTED', rejection_reason: 'Not now' }
    const decided = await world.ask('bot', `PATCH ${world.guild}/requests/${id}`, { body })
    expect(decided.body).toMatchObject({ application_status: 'REJECTED', rejection_reason: 'Not now' })
    return (await world.ask('bot', `GET ${world.guild}/members/${world.idOf('stranger')}`)).status === 200
  }
  expect(await isMember('leave')).toBe(false)
  expect(await isMember('stay')).toBe(true)
})
