import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PermissionFlagsBits } from 'discord-api-types/v10'
import type { ZodType } from 'zod'
import { bodyOf, type Contract, describeField, type Form } from '#contract'
import { features } from '#features/index.ts'
import { appointDelegate, type Delegate } from '../delegate.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { anotherValue, type PostedSetting, postedSettings, postSettings } from '../posted-settings.ts'
import type { Visitor } from '../visitor.ts'

/**
 * member1 was given every feature and has no permissions: the bot does nothing for them that they could not do
 * themselves.
 */
let app: Harness
let owner: Visitor
let delegate: Visitor
let role: string
let allow: Delegate['allow']
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  ;({ visitor: delegate, role, allow } = await appointDelegate(app, owner))
})
afterAll(() => app.close())
beforeEach(() => allow())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`

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

test('and undone, or cancelled, only for them', async () => {
  const refusal = { status: 403, body: { error: 'You need Manage Roles for that.' } }
  const started = await owner.call('POST', at('progression/roles/apply'), {})
  const { batch } = (started.body as { progress: { batch: string } }).progress
  const title = 'Level roles for everybody'
  const work = async () =>
    (
      (await delegate.call('GET', at('plans'))).body as {
        plans: { id: number; title: string; mayUndo: boolean; mayCancel: boolean }[]
      }
    ).plans.find(one => one.title === title)
  const id = (await work())?.id ?? 0
  for (const verb of ['undo', 'cancel'])
    expect([verb, await delegate.call('POST', at(`plans/${id}/${verb}`))]).toMatchObject([verb, refusal])
  expect(await work()).toMatchObject({ mayUndo: false, mayCancel: false })
  expect(await delegate.call('POST', at('progression/undo'), { batch })).toMatchObject(refusal)
  await allow('ManageRoles')
  expect((await delegate.call('POST', at('progression/undo'), { batch })).status).not.toBe(403)
})

type Permission = keyof typeof PermissionFlagsBits

/** Every value of a setting that makes the bot use a permission, with one that does not. */
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
  // Features with access levels of their own are left out: nobody can be given access to them, and they check
  // themselves whom the bot may punish.
  const open = features.filter(({ parts }) => parts.levels === undefined)
  const silent = open.flatMap(({ contract }) =>
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
  // If every choice needs a permission, the owner first sets another one than the default.
  const other = free ?? choices.find(one => one.key === key && one.value !== value)?.value
  settings.write(app.guildId, contract, { [key]: other }, { userId: null, via: 'test' })
  const posted = form.keys[key]?.posted ?? key
  const post = () =>
    delegate.call('POST', `/api${form.address.replace(':guildId', app.guildId)}`, bodyOf(form, { [posted]: value }))
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

const author = { userId: null, via: 'test' } as const
const write = (contract: Contract, patch: object) =>
  app.product.services.settings.write(app.guildId, contract, patch, author)
const read = (contract: Contract): Record<string, unknown> => app.product.services.settings.read(app.guildId, contract)

const post = (setting: Pick<PostedSetting, 'form'>, values: Readonly<Record<string, unknown>>) =>
  postSettings(app, delegate, setting, values)

/** Settings that choose a punishment, while other settings decide when and for whom. */
const punishing = postedSettings.filter(({ meta }) => meta?.independentOf)
const deciding = punishing.flatMap(({ contract, form, key, meta }) => {
  const needing = meta?.options?.filter(({ needs }) => needs !== undefined) ?? []
  return postedSettings
    .filter(one => one.form === form && one.key !== key && !meta?.independentOf?.includes(one.key))
    .map((decisive, index) => ({
      ...decisive,
      module: contract.name,
      punishing: key,
      // Uses each sanction in turn, as the check depends on the one that is set.
      sanction: needing[index % needing.length] as { value: string; needs: Permission; label: string },
      label: meta?.label,
    }))
})

describe('what decides when somebody is punished, and who', () => {
  test('is every setting of what punishes but those that it names', () => {
    const kinds = features.flatMap(({ contract }) =>
      Object.entries(contract.settings.shape).flatMap(([key, schema]) => {
        const meta = describeField(schema as ZodType)
        const punishes = meta?.options?.some(({ needs }) => /Kick|Ban|Moderate/.test(needs ?? ''))
        return punishes ? [{ key, named: meta?.independentOf, shape: Object.keys(contract.settings.shape) }] : []
      }),
    )
    expect(kinds.map(({ key }) => key)).toEqual(['maxWarnAction', 'action'])
    for (const { named, shape } of kinds) expect(shape).toEqual(expect.arrayContaining([...(named ?? ['?'])]))
  })

  test.each(deciding)('$module: $key is changed only by who may $sanction.value', async setting => {
    const { contract, key, sanction, label } = setting
    write(contract, { ...contract.settings.parse({}), [setting.punishing]: sanction.value })
    // Switching off affects nobody, so it starts out off.
    if (key === 'enabled') write(contract, { enabled: false })
    const before = read(contract)[key]
    const value = anotherValue(app, setting, { role })
    const refused = await post(setting, { [key]: value })
    expect(refused).toMatchObject({ status: 403, body: { code: 'access.permissions' } })
    expect(JSON.stringify(refused.body)).toContain(`to change this while “${label}” is “${sanction.label}”.`)
    expect(read(contract)[key]).toEqual(before)
    await allow(sanction.needs)
    expect((await post(setting, { [key]: value })).status).toBe(200)
    expect(read(contract)[key]).toEqual(value)
  })

  test('is judged by what is done after the change, and switching it off is free', async () => {
    const automod = postedSettings.find(({ contract, key }) => contract.name === 'automod' && key === 'action')
    if (!automod) throw new Error('auto-moderation has no action')
    write(automod.contract, { ...automod.contract.settings.parse({}), enabled: true, action: 'BAN' })
    expect((await post(automod, { enabled: false })).status).toBe(200)
    expect((await post(automod, { enabled: true })).status).toBe(403)
    expect((await post(automod, { enabled: true, maxStrikes: 1, action: 'DELETE' })).status).toBe(200)
    expect((await post(automod, { notifyMember: false })).status).toBe(200)
  })
})

describe('the switch of a module', () => {
  const switchOn = {
    'in the list of modules': async (module: string) => {
      const answer = await delegate.call('PATCH', at(`modules/${module}`), { enabled: true })
      return JSON.stringify(answer.body)
    },
    'by command': async (module: string) =>
      textOf(await app.answerTo(await app.as('member1').say(app.channel('general'), `.config ${module} on`))),
  }
  const named = (name: string) => {
    const found = features.find(({ contract }) => contract.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found.contract
  }
  const cases = [
    { module: 'automod', patch: { action: 'TIMEOUT' }, needs: 'ModerateMembers', says: 'You need Timeout Members' },
    { module: 'autorole', patch: { stickyRoles: true }, needs: 'ManageRoles', says: 'You need Manage Roles' },
    { module: 'moderation', patch: { maxWarnAction: 'kick' }, needs: 'KickMembers', says: 'You need Kick' },
  ] as const

  test.each(
    cases.flatMap(one => (Object.keys(switchOn) as (keyof typeof switchOn)[]).map(where => ({ ...one, where }))),
  )('$where: $module', async ({ module, patch, needs, says, where }) => {
    const contract = named(module)
    write(contract, { ...contract.settings.parse({}), ...patch, enabled: false })
    expect(await switchOn[where](module)).toContain(says)
    expect(read(contract)['enabled']).toBe(false)
    await allow(needs)
    await switchOn[where](module)
    expect(read(contract)['enabled']).toBe(true)
  })
})
