// @module-tag long
import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import type { Endpoint } from '#contract'
import { features } from '#features/index.ts'
import { panel } from '#features/tickets/panels/contract.ts'
import leveling from '#features/leveling/contract.ts'
import moderation, { type CaseRow } from '#features/moderation/contract.ts'
import { appointDelegate, type Delegate } from '../delegate.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** Somebody who was given every feature but has no permission cannot have the bot do what Discord would refuse them. */
let app: Harness
let owner: Visitor
let delegate: Visitor
let allow: Delegate['allow']
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  ;({ visitor: delegate, allow } = await appointDelegate(app, owner))
})
afterAll(() => app.close())
beforeEach(() => allow())

interface ButtonShown {
  label: string
  custom_id: string
}

const at = (path: string) => `/api/guild/${app.guildId}/${path}`

/** Calls that take level roles from members if the body says so. */
const takingRoles = {
  'a reset': { path: 'progression/reset', body: { confirm: 'reset' } },
  'an import': {
    path: 'progression/import',
    body: () => ({ format: 'csv', mode: 'set', text: `id,xp\n${app.as('member3').userId},0`, dry_run: false }),
  },
  'an import of a file': {
    path: 'progression/import/file',
    body: (take: boolean) => {
      const form = new FormData()
      const fields = { format: 'csv', mode: 'set', dry_run: 'off', take_roles: take ? 'on' : 'off' }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([`id,xp\n${app.as('member3').userId},0`], { type: 'text/csv' }), 'levels.csv')
      return form
    },
  },
} as const

describe('level roles are taken only by who may take roles', () => {
  let regular: string
  const person = () => app.as('member3').userId
  const held = () =>
    app.sandbox.context.world.guilds.get(app.guildId)?.members.get(person())?.roles.includes(regular) ?? false
  const total = async () => {
    const board = (await owner.call('GET', at('progression/leaderboard?limit=100'))).body
    return (board as { rows: { user: { id: string }; total: number }[] }).rows.find(({ user }) => user.id === person())
      ?.total
  }
  const takenBatch = async () =>
    ((await owner.call('GET', at('progression/changes'))).body as { changes: { batch: string }[] }).changes[0]?.batch
  const lastWork = async (visitor: Visitor, title: RegExp) =>
    (
      (await visitor.call('GET', at('plans'))).body as { plans: { id: number; title: string; mayUndo: boolean }[] }
    ).plans.find(one => title.test(one.title))
  const refusal = { status: 403, body: { code: 'access.permissions', error: 'You need Manage Roles for that.' } }
  const call = (visitor: Visitor, what: keyof typeof takingRoles, take: boolean) => {
    const { path, body } = takingRoles[what]
    const sent: object = typeof body === 'function' ? body(take) : body
    return visitor.call('POST', at(path), sent instanceof FormData ? sent : { ...sent, take_roles: take })
  }

  beforeAll(async () => {
    const boss = app.as('owner')
    const entry = { name: 'Regular', permissions: '0' }
    regular = (await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, entry)).id
    await until('the role to be known', () =>
      app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(regular),
    )
    const reward = { enabled: true, levelRoles: [{ level: 5, roleId: regular }] }
    app.product.services.settings.write(app.guildId, leveling, reward, { userId: null, via: 'test' })
  })
  beforeEach(async () => {
    await owner.call('POST', at(`progression/members/${person()}`), { action: 'set', amount: 100_000 })
    await until('the role of that level', held)
  })

  test.each(Object.keys(takingRoles) as (keyof typeof takingRoles)[])('%s, and undoing it', async what => {
    expect(await call(delegate, what, true)).toMatchObject(refusal)
    expect([await total(), held()]).toEqual([100_000, true])
    expect((await call(owner, what, true)).status).toBe(200)
    await until('the role to be taken', () => !held())
    const batch = await takenBatch()
    const title = what === 'a reset' ? /^Reset/ : /^Import/
    await until('its end', async () => (await lastWork(owner, title))?.mayUndo)
    const work = await lastWork(delegate, title)
    expect(work).toMatchObject({ mayUndo: false })
    expect(await delegate.call('POST', at(`plans/${work?.id}/undo`))).toMatchObject(refusal)
    expect(await delegate.call('POST', at('progression/undo'), { batch })).toMatchObject(refusal)
    expect([(await total()) ?? 0, held()]).toEqual([0, false])
    await allow('ManageRoles')
    expect(await lastWork(delegate, title)).toMatchObject({ mayUndo: true })
    expect((await delegate.call('POST', at(`plans/${work?.id}/undo`))).status).toBe(200)
    await until('everything to be back', async () => held() && (await total()) === 100_000)
  })

  /** Every way to lower one person's XP; a delegate might do it for one person after the other. */
  const lowering = {
    'a page that resets': () => oneByOne({ action: 'reset' }),
    'a page that takes': () => oneByOne({ action: 'take', amount: 99_999 }),
    'a page that sets': () => oneByOne({ action: 'set', amount: 0 }),
    '.xp reset': () => typed(`.xp reset <@${person()}>`),
    '.xp take': () => typed(`.xp take <@${person()}> 99999`),
    '.xp set': () => typed(`.xp set <@${person()}> 0`),
    'undoing what was given': async () => {
      const batch = await takenBatch()
      return said((await delegate.call('POST', at('progression/undo'), { batch })).body)
    },
    'the button of .xp resetall': async () => {
      const asked = await app.answerTo(await app.as('member1').say(app.channel('general'), '.xp resetall'))
      const buttons = (asked.components as { components: ButtonShown[] }[]).flatMap(row => row.components)
      const before = app.shownTo('member1').length
      const changed = () =>
        app.messages(app.channel('general')).find(one => one.id === asked.id && one.edited_timestamp)
      await app.as('member1').press(asked, buttons.find(({ label }) => /take/.test(label))?.custom_id ?? '')
      return textOf(await until('an answer', () => app.shownTo('member1').slice(before).at(-1) ?? changed()))
    },
  }
  const said = (body: unknown) => (body as { error?: string }).error ?? ''
  const oneByOne = async (order: object) =>
    said((await delegate.call('POST', at(`progression/members/${person()}`), order)).body)
  const typed = async (text: string) =>
    textOf(await app.answerTo(await app.as('member1').say(app.channel('general'), text)))

  test.each(Object.keys(lowering) as (keyof typeof lowering)[])('nor one by one: %s', async way => {
    await app.as('owner').rest('PUT', `/channels/${app.channel('general')}/permissions/${app.as('member1').userId}`, {
      type: 1,
      allow: String(PermissionFlagsBits.ManageRoles),
      deny: '0',
    })
    expect(await lowering[way]()).toContain('You need Manage Roles for that')
    expect([await total(), held()]).toEqual([100_000, true])
    expect(await typed(`.xp take <@${person()}> 1`)).toContain('is now at level')
    await allow('ManageRoles')
    await owner.call('POST', at(`progression/members/${person()}`), { action: 'set', amount: 0 })
    await until('the role to be taken', () => !held())
    await owner.call('POST', at(`progression/members/${person()}`), { action: 'set', amount: 100_000 })
    await until('the role of that level', held)
    expect(await lowering[way]()).not.toContain('You need')
    await until('the role to be taken', () => !held())
  })

  test('without level roles, access to the feature is enough', async () => {
    expect((await call(delegate, 'a reset', false)).status).toBe(200)
    const work = await until('its end', async () => {
      const found = await lastWork(delegate, /^Reset/)
      return found?.mayUndo && found
    })
    expect(held()).toBe(true)
    expect((await delegate.call('POST', at(`plans/${work.id}/undo`))).status).toBe(200)
    await until('the XP to be back', async () => (await total()) === 100_000)
  })
})

test.each([
  ['.counter set members Members', 'Manage Channels'],
  ['.autorole add Regular', 'Manage Roles'],
  ['.levelrole add 7 Regular', 'Manage Roles'],
])('%s takes %s in the server, and not in the channel where it is typed', async (text, needed) => {
  await app.as('owner').rest('PUT', `/channels/${app.channel('general')}/permissions/${app.as('member1').userId}`, {
    type: 1,
    allow: String(PermissionFlagsBits.ManageRoles | PermissionFlagsBits.ManageChannels),
    deny: '0',
  })
  const { client } = app.product.services
  const general = () => client.guilds.cache.get(app.guildId)?.channels.cache.get(app.channel('general'))
  await until('the overwrite to be known', () =>
    general()?.permissionsFor(app.as('member1').userId)?.has(['ManageRoles', 'ManageChannels']),
  )
  const told = textOf(await app.answerTo(await app.as('member1').say(app.channel('general'), text)))
  expect(told).toContain(`You need ${needed} for that.`)
})

test.each([
  ['a warning', '.warn', 'warn'],
  ['a ban', '.ban', 'ban'],
])('%s of somebody else is reworded and declared void only by who may time members out', async (_what, order, kind) => {
  const target = app.as('member4').userId
  const answer = await app.answerTo(await app.as('owner').say(app.channel('general'), `${order} <@${target}> spam`))
  expect(textOf(answer)).toMatch(/warned|banned/i)
  const last = async () =>
    ((await owner.call('GET', at('moderation/cases'))).body as { cases: CaseRow[] }).cases.find(
      one => one.kind === kind,
    )
  const entry = await last()
  const path = at(`moderation/cases/${entry?.number}`)
  const refusal = { status: 403, body: { code: 'access.permissions', error: 'You need Timeout Members for that.' } }
  expect(await delegate.call('PATCH', path, { reason: 'a joke' })).toMatchObject(refusal)
  expect(await delegate.call('DELETE', path)).toMatchObject(refusal)
  expect(await last()).toEqual(entry)
  await allow('ModerateMembers')
  expect((await delegate.call('PATCH', path, { reason: 'a joke' })).status).toBe(200)
  expect((await delegate.call('DELETE', path)).status).toBe(200)
  expect(await last()).toMatchObject({ reason: 'a joke', voided: true })
})

test('the list of cases requires the same permissions as the commands that make the same change', () => {
  const writes = Object.values<Endpoint>(moderation.endpoints)
    .filter(({ method }) => method !== 'GET')
    // The product does not start unless an endpoint that names a command requires what that command requires.
    .filter(({ command }) => command === undefined)
  const taken = writes.map(one => `${one.method} ${one.permissions?.join() ?? 'nothing'}`)
  const { commands } = features.find(({ contract }) => contract.name === 'moderation')?.parts ?? {}
  expect(commands?.['case']?.needs).toEqual(['ModerateMembers'])
  expect(taken).toEqual(writes.map(({ method }) => `${method} ModerateMembers`))
})

test('an action that a call takes only if its body says so declares the permission it requires', () => {
  /** Flags that change nothing, or whose effect is judged by the settings that they change. */
  const free = [
    'dry_run',
    'POST /guild/:guildId/progression/roles/preview take_roles',
    'enabled',
    'disabled',
    // Decides who else sees a draft.
    'POST /guild/:guildId/embeds/drafts onlyYou',
    // When it is switched on, the role that the command gives is checked.
    'POST /guild/:guildId/customcommands/commands on',
    // Checked by what each of its actions requires.
    'POST /guild/:guildId/automations/:automationId/turn on',
    // Daily totals, which concern nobody.
    'PATCH /guild/:guildId/statistics counting',
    // Decides what happens to tickets of a panel, which is up to those who manage tickets.
    ...Object.keys(panel.shape),
  ]
  const fieldsOf = ({ body }: Endpoint) => (body && 'takes' in body ? body.fields : body)?.shape ?? {}
  const isFlag = (schema: unknown) => {
    const keeps = (value: boolean) => (schema as ZodType).safeParse(value).data === value
    return keeps(true) && keeps(false)
  }
  const silent = features.flatMap(({ contract }) =>
    Object.values<Endpoint>(contract.endpoints).flatMap(one =>
      Object.entries(fieldsOf(one))
        .filter(([name, schema]) => isFlag(schema) && !(one.permissions ?? one.permissionsIf?.[name])?.length)
        .map(([name]) => `${one.method} ${one.path} ${name}`)
        // A panel only decides about its own tickets.
        .filter(flag => !flag.startsWith('POST /guild/:guildId/tickets/panels'))
        .filter(flag => !free.some(known => flag === known || flag.endsWith(` ${known}`))),
    ),
  )
  expect(silent).toEqual([])
})
