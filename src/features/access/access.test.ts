import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import autorole from '../autorole/contract.ts'
import invites from '../invites/contract.ts'
import leveling from '../leveling/contract.ts'

const { app, owner, admin, at, give, take, grants, role } = await createDelegatedAccess()
afterAll(() => app.close())

describe('a role that is given automatically', () => {
  let roleId: string
  beforeAll(async () => {
    roleId = await role('Regulars')
  })

  test('cannot be one that grants access', async () => {
    expect((await give({ kind: 'role', id: roleId, feature: 'invites', level: 'view' })).status).toBe(200)
    const wanted = { autoroleUpdate: true, memberRoles: [roleId] }
    const refused = await owner.call('POST', at('autorole'), wanted)
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('access to the dashboard') } })
    await take('invites', owner, roleId)
    expect((await owner.call('POST', at('autorole'), wanted)).status).toBe(200)
    await owner.call('POST', at('autorole'), { autoroleUpdate: true, memberRoles: [] })
  })

  test.each([
    ['Auto Roles', autorole, { memberRoles: (id: string) => [id] }],
    [leveling.title, leveling, { levelRoles: (id: string) => [{ level: 2, roleId: id }] }],
    [invites.title, invites, { ranks: (id: string) => [{ invites: 1, roleId: id }] }],
  ])('by %s cannot be given access', async (title, contract, patch) => {
    const [[key, value] = ['', () => []]] = Object.entries<(id: string) => unknown>(patch)
    const write = (to: unknown) =>
      app.product.services.settings.write(app.guildId, contract, { [key]: to }, { userId: null, via: 'test' })
    write(value(roleId))
    expect(await give({ kind: 'role', id: roleId, feature: 'invites', level: 'view' })).toMatchObject({
      status: 400,
      body: { fields: { id: `${title} gives this role to members automatically. Remove it there first.` } },
    })
    write([])
  })
})

test('every change is in the history, with its author', async () => {
  await give({ feature: 'invites', level: 'view' })
  await take('invites')
  const { revisions } = (await admin.call('GET', at('history?feature=access&limit=2'))).body as {
    revisions: { author: { userId: string }; changes: { label: string; difference: object }[] }[]
  }
  expect(revisions.map(({ author }) => author.userId)).toEqual([app.as('owner').userId, app.as('owner').userId])
  expect(revisions[1]?.changes).toMatchObject([
    {
      label: 'Access',
      difference: { kind: 'list', added: [expect.stringContaining('Invite Tracking, may see')], removed: [] },
    },
  ])
})

test.each([
  ['a stranger', { id: '100000000000000001' }, 404],
  ['a bot', () => ({ id: app.botId }), 400],
  ['the owner', () => ({ id: app.as('owner').userId }), 400],
  ['everybody', () => ({ kind: 'role', id: app.guildId }), 400],
  ['a role of nowhere', { kind: 'role', id: '100000000000000001' }, 404],
  ['an unknown feature', { feature: 'nonsense' }, 404],
  ['the rights to give rights', { feature: 'access' }, 404],
  ['a time that is past', { expiresAt: 1 }, 400],
  ['the level of the owner', { level: 'owner' }, 400],
])('%s is refused, with the field at fault', async (_name, body, expected) => {
  const answer = await give({ feature: 'invites', level: 'view', ...(typeof body === 'function' ? body() : body) })
  expect(answer).toMatchObject({ status: expected, body: { fields: expect.any(Object) } })
  expect(grants()).toEqual([])
})
