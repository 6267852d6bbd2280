import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { ZodType } from 'zod'
import { describeField, type Form } from '#contract'
import { features } from '#features/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** member1 was given every feature and manages nothing by themselves: the bot does nothing for them that they could not do. */
let app: Harness
let owner: Visitor
let delegate: Visitor
let role: string
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  delegate = await app.signIn('member1')
  const entry = { name: 'Deputy', permissions: '0' }
  role = (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, entry)).id
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/members/${app.as('member1').userId}/roles/${role}`)
  const grant = { kind: 'member', id: app.as('member1').userId, feature: 'all', level: 'manage', expiresAt: null }
  await owner.call('POST', at('access'), grant)
})
afterAll(() => app.close())
beforeEach(() => allow())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const member = () =>
  app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.get(app.as('member1').userId)

async function allow(...names: (keyof typeof PermissionFlagsBits)[]): Promise<void> {
  const bits = names.reduce((sum, name) => sum | PermissionFlagsBits[name], 0n)
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role}`, { permissions: String(bits) })
  const known = () =>
    app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.get(role)?.permissions.bitfield
  await until('the role to be known', () => known() === bits && member()?.roles.cache.has(role))
}

describe('channels that count', () => {
  const set = () => delegate.call('PUT', at('counters/users'), { name: 'All' })
  const remove = () => delegate.call('DELETE', at('counters/users'))

  test('are made and deleted only for who may do so by themselves', async () => {
    const refusal = { status: 403, body: { error: 'You need Manage Channels for that.' } }
    const channels = () => [...app.sandbox.context.world.channels.keys()]
    const before = channels()
    expect(await set()).toMatchObject(refusal)
    expect(channels()).toEqual(before)
    expect((await owner.call('PUT', at('counters/users'), { name: 'All' })).status).toBe(200)
    expect(await remove()).toMatchObject(refusal)
    expect(channels()).toHaveLength(before.length + 1)
    await allow('ManageChannels')
    expect((await remove()).status).toBe(200)
    expect((await set()).status).toBe(200)
  })
})

test('level roles are given to everybody only for who may give roles', async () => {
  const apply = () => delegate.call('POST', at('progression/roles/apply'), {})
  expect(await apply()).toMatchObject({ status: 403, body: { error: 'You need Manage Roles for that.' } })
  await allow('ManageRoles')
  expect((await apply()).status).toBe(200)
})

type Permission = keyof typeof PermissionFlagsBits

/** Every value of a setting that makes the bot do what Discord asks a permission for, and a value that does not. */
const choices = features.flatMap(({ contract }) =>
  Object.values<Form>(contract.forms).flatMap(form =>
    Object.entries(form.settings.shape).flatMap(([key, schema]) => {
      const { needs, options = [] } = describeField(schema as ZodType) ?? {}
      const free = options.length > 0 ? options.find(option => option.needs === undefined)?.value : false
      const values = [{ value: true as boolean | string, needs }, ...options]
      return values.flatMap(({ value, needs: permission }) =>
        permission === undefined ? [] : [{ contract, form, key, value, free, permission: permission as Permission }],
      )
    }),
  ),
)

test('whatever setting punishes says what Discord asks for that', () => {
  const silent = features.flatMap(({ contract }) =>
    Object.entries(contract.settings.shape).flatMap(([key, schema]) =>
      (describeField(schema as ZodType)?.options ?? [])
        .filter(({ value, needs }) => /kick|ban|timeout|mute/i.test(value) && needs === undefined)
        .map(({ value }) => `${contract.name}.${key}: ${value}`),
    ),
  )
  expect(silent).toEqual([])
})

test.each(choices)('$contract.name: $key is set to $value only for who holds $permission', async chosen => {
  const { contract, form, key, value, free, permission } = chosen
  const { settings } = app.product.services
  const stored = () => settings.read(app.guildId, contract)[key]
  // Where each choice needs a permission, the one it is set to by default is changed by the owner first.
  const other = free ?? choices.find(one => one.key === key && one.value !== value)?.value
  settings.write(app.guildId, contract, { [key]: other }, { userId: null, via: 'test' })
  const posted = form.keys[key]?.posted ?? key
  const post = () =>
    delegate.call('POST', `/api${form.address.replace(':guildId', app.guildId)}`, {
      [form.flag]: true,
      [posted]: value,
    })
  const sentence = expect.stringMatching(/^You need .+ to choose this\.$/)
  expect(await post()).toMatchObject({
    status: 403,
    body: { code: 'access.permissions', fields: { [posted]: sentence } },
  })
  expect(stored()).toBe(other)
  await allow(permission)
  expect((await post()).status).toBe(200)
  expect(stored()).toBe(value)
})
