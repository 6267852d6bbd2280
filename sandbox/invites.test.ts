import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import type { Conditions } from './conditions.ts'
import { connectVoice } from './world/voice.ts'

const intents = [Intent.Guilds, Intent.GuildModeration, Intent.GuildInvites, Intent.GuildMembers]

async function open(conditions: Partial<Conditions> = {}) {
  const world = await openWire(intents, conditions)
  const path = `/channels/${world.channel('general')}/invites` as const
  const roleId = (name: string) => {
    for (const role of world.sandbox.context.world.guilds.get(world.guildId)?.roles.values() ?? [])
      if (role.name === name) return role.id
    throw new Error(`no role ${name}`)
  }
  return { world, path, roleId }
}

const usersFile = (...lines: string[]) => {
  const form = new FormData()
  form.set('target_users_file', new Blob([lines.join('\n')], { type: 'text/csv' }), 'users.csv')
  return form
}

test("an invite's roles are listed wherever it is shown, and existing members get them too", async () => {
  const { world, path, roleId } = await open()
  const { body: role } = await world.ask('bot', `POST /guilds/${world.guildId}/roles`, { body: { name: 'Guest' } })
  const body = { role_ids: [role.id], max_age: 0 }
  const { body: invite } = await world.ask('bot', `POST ${path}`, { body, reason: 'open day' })
  expect(invite.roles).toMatchObject([{ id: role.id, name: 'Guest' }])
  expect(await world.heard('INVITE_CREATE')).toMatchObject({ code: invite.code, role_ids: [role.id] })
  const { body: list } = await world.ask('bot', `GET /guilds/${world.guildId}/invites`)
  expect(list).toContainEqual(expect.objectContaining({ code: invite.code, roles: invite.roles }))

  await world.ask('member4', `POST /invites/${invite.code}`)
  expect(await world.heard('GUILD_MEMBER_UPDATE')).toMatchObject({ roles: [role.id] })
  await world.ask('bot', `DELETE /invites/${invite.code}`, { reason: 'over' })
  const { body: member } = await world.ask('bot', `GET /guilds/${world.guildId}/members/${world.idOf('member4')}`)
  expect(member.roles).toContain(role.id)
  await world.settle()
  const [made] = await world.logged(40)
  expect(made).toMatchObject({ reason: 'open day', target_id: null })
  expect(made?.['changes']).toContainEqual({ key: 'role_ids', new_value: [role.id] })
  const [gone] = await world.logged(42)
  expect(gone).toMatchObject({ reason: 'over' })
  expect(gone?.['changes']).toContainEqual({ key: 'max_age', old_value: 0 })
  expect((await world.ask('bot', `POST ${path}`, { body: { role_ids: [roleId('Palisade')] } })).body.code).toBe(50_028)
  expect(world.sandbox.violations()).toEqual([])
})

test.each(['position', 'permissions'] as const)('which roles an invite may give is decided by %s', async judge => {
  const { world, path } = await open({ inviteRolesJudgedBy: judge })
  const own = `/guilds/${world.guildId}/roles` as const
  const { body: staff } = await world.ask('owner', `POST ${own}`, { body: { name: 'Staff', permissions: '268435456' } })
  const { body: high } = await world.ask('owner', `POST ${own}`, { body: { name: 'High', permissions: '0' } })
  const { body: strong } = await world.ask('owner', `POST ${own}`, { body: { name: 'Strong', permissions: '4' } })
  const positions = [strong, staff, high].map(({ id }, place) => ({ id, position: place + 1 }))
  await world.ask('owner', `PATCH ${own}`, { body: positions })
  await world.ask('owner', `PUT /guilds/${world.guildId}/members/${world.idOf('member6')}/roles/${staff.id}`)
  const code = async (id: string) => {
    const { body } = await world.ask('member6', `POST ${path}`, { body: { role_ids: [id] } })
    return typeof body.code === 'string' ? 'given' : body.code
  }
  expect([await code(high.id), await code(strong.id)]).toEqual(
    judge === 'position' ? [50_013, 'given'] : ['given', 50_013],
  )
})

test('the same request returns the same code, and is logged again', async () => {
  const { world, path } = await open()
  const wish = { body: { max_age: 3600, max_uses: 5 } }
  const [first, second] = [await world.ask('bot', `POST ${path}`, wish), await world.ask('bot', `POST ${path}`, wish)]
  expect(second.body.code).toBe(first.body.code)
  await world.settle()
  expect(await world.logged(40, 2)).toHaveLength(2)
  expect(world.take('INVITE_CREATE')).toHaveLength(1)
})

test.each([true, false])(
  'an invite for certain users works for nobody else; a changed list is logged: %s',
  async logged => {
    const { world, path } = await open({ inviteTargetsLogged: logged })
    const outsider = [...world.sandbox.context.world.accounts.values()].find(
      ({ user, bot }) => !bot && !world.sandbox.context.world.guilds.get(world.guildId)?.members.has(user.id),
    )
    const form = usersFile('user_id', world.idOf('member1'))
    form.set('max_age', '0')
    const { body: invite, status } = await world.ask('bot', `POST ${path}`, { form: withNumber(form) })
    expect(status).toBe(200)
    const users = `/invites/${invite.code}/target-users` as const
    const login = outsider?.login ?? ''
    expect((await world.ask(login, `POST /invites/${invite.code}`)).body.code).toBe(50_001)
    const job = await world.ask('bot', `GET ${users}/job-status`)
    expect(job.body).toMatchObject({ total_users: 1, error_message: null })

    const wrong = await world.ask('bot', `PUT ${users}`, { form: usersFile('user_id', '12', 'nobody', '13') })
    expect(wrong.body.errors.target_users_file).toHaveProperty('2')
    expect((await world.ask('bot', `PUT ${users}`, { form: usersFile('id', '12') })).body.code).toBe(50_035)
    expect((await world.ask('member2', `PUT ${users}`, { form: usersFile('user_id') })).body.code).toBe(50_013)
    const list = usersFile('user_id', outsider?.user.id ?? '')
    expect((await world.ask('bot', `PUT ${users}`, { form: list, reason: 'late' })).status).toBe(204)
    const csv = await fetch(`${world.sandbox.api}/v10${users}`, {
      headers: { authorization: world.sandbox.tokenOf('owner') },
    })
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(await csv.text()).toBe(`user_id\n${outsider?.user.id}`)
    expect((await world.ask(login, `POST /invites/${invite.code}`)).status).toBe(200)
    expect(await world.heard('GUILD_MEMBER_ADD')).toMatchObject({ user: { id: outsider?.user.id } })
    await world.settle()
    expect(await world.logged(41)).toMatchObject(logged ? [{ reason: 'late' }] : [])
    const plain = await world.ask('bot', `GET /invites/kiln24/target-users/job-status`)
    expect(plain.body.code).toBe(10_124)
    expect(world.sandbox.violations()).toEqual([])
  },
)

/** In multipart the other fields travel as JSON. */
function withNumber(form: FormData): FormData {
  form.delete('max_age')
  form.set('payload_json', JSON.stringify({ max_age: 0 }))
  return form
}

test('an invite to a stream needs a running stream', async () => {
  const { world } = await open()
  const room = world.channel('Bench talk')
  const body = { target_type: 1, target_user_id: world.idOf('member1') }
  const ask = () => world.ask('bot', `POST /channels/${room}/invites`, { body })
  expect((await ask()).body.code).toBe(50_035)
  connectVoice(world.sandbox.context, world.idOf('member1'), world.guildId, { channelId: room })
  const voice = world.sandbox.context.world.guilds.get(world.guildId)?.voiceStates.get(world.idOf('member1'))
  if (voice) voice.self_stream = true
  expect((await ask()).body).toMatchObject({ target_type: 1, target_user: { id: world.idOf('member1') } })
  expect(await world.heard('INVITE_CREATE')).toMatchObject({ target_type: 1 })
  expect((await world.ask('bot', `POST /channels/${room}/invites`, { body: { target_type: 2 } })).body.code).toBe(
    50_035,
  )
})
