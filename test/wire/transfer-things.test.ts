// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RevisionItem } from '#kernel/history/contract.ts'
import { answerWith } from '../custom-commands.ts'
import { appointDelegate } from '../delegate.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createTransfers, type Kind, type Plan, saves, thingsIn, toldThings, type Transfers } from '../transfers.ts'

/** Things that a server has made besides settings, in files and from other servers. */
let app: Harness
let desk: Transfers
beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 10_000 })
  desk = await createTransfers(app)
})
afterAll(() => app.close())
beforeEach(() => desk.emptied())

const guildNamed = (name: string) =>
  [...app.sandbox.context.world.guilds.values()].find(({ guild }) => guild.name === name)?.guild.id ?? ''
const channelIn = (guildId: string, name: string) =>
  [...app.sandbox.context.world.channels.values()].find(
    ({ channel }) => 'guild_id' in channel && channel.guild_id === guildId && channel.name === name,
  )?.channel.id ?? ''

test('a thing of the same name is changed; one entry of the history undoes everything, as long as nobody has edited it since', async () => {
  const { owner, at, save, thingsAlone, exported, planned, apply, undo } = desk
  await save('tag', { name: 'refund', text: 'In five days.', words: [] })
  const { automation } = await save('automation', {
    name: 'Tidy',
    actions: [{ id: 'a', kind: 'send', channel_id: app.channel('general'), text: 'Hello' }],
  })
  await owner.call('POST', at(`automations/${automation?.id ?? ''}/turn`), { on: true })
  const file = await thingsAlone()
  expect(toldThings(await planned({ file: JSON.stringify(file) }))).toEqual([
    'ready answer refund: same',
    'automation Tidy: same',
  ])
  file.things['tickets'] = {
    tags: [
      { name: 'refund', text: 'In six days.' },
      { name: 'hello', text: 'Hello there.', words: ['hi'] },
    ],
  }
  file.things['automations']?.['automations']?.forEach(one => Object.assign(one, { runs_per_hour: 7 }))
  const body = { file: JSON.stringify(file) }
  const plan = await planned(body)
  expect(toldThings(plan)).toEqual([
    'ready answer refund: changed',
    'ready answer hello: new',
    'automation Tidy: changed',
  ])
  expect(thingsIn(plan).find(({ name }) => name === 'refund')?.changes).toEqual([
    {
      key: 'tags/refund/text',
      label: 'Answer',
      difference: expect.objectContaining({ kind: expect.any(String) as string }) as unknown,
    },
  ])
  const { id } = await apply(body, plan)
  const list = async () =>
    ((await owner.call('GET', at(saves.automation))).body as { automations: object[] }).automations
  // An automation that was on stays on, as when its page saves it.
  expect(await list()).toMatchObject([{ on: true, runs_per_hour: 7 }])
  const history = async () =>
    ((await owner.call('GET', at('history?limit=50'))).body as { revisions: RevisionItem[] }).revisions
  expect((await history()).filter(({ many }) => many?.id === id)).toHaveLength(3)
  expect((await history())[0]?.many).toEqual({ id, kind: 'import', changes: 3, undone: false })

  await save('tag', { name: 'hello', text: 'Hello again.', words: [] })
  expect(await undo(id)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('ready answer “hello”') as string },
  })
  expect(await list()).toMatchObject([{ runs_per_hour: 7 }])
  await save('tag', { name: 'hello', text: 'Hello there.', words: ['hi'] })
  // It is as it was made, but somebody has edited it since.
  expect(await undo(id)).toMatchObject({ status: 409 })

  // A second import is an entry of its own, however soon it follows.
  file.things['tickets'] = { tags: [{ name: 'refund', text: 'In seven days.' }] }
  const second = { file: JSON.stringify(file) }
  const made = await apply(second, await planned(second))
  expect(await undo(made.id)).toMatchObject({ status: 200, body: { changes: 1 } })
  expect(((await exported()).things['tickets']?.['tags'] ?? []).map(({ text: value }) => value)).toEqual([
    'Hello there.',
    'In six days.',
  ])
  expect((await history()).find(({ many }) => many?.id === made.id)?.many?.undone).toBe(true)
})

test('only the previewed changes are made: with another mark, nothing is', async () => {
  const { owner, at, save, thingsAlone, exported, planned, emptied } = desk
  await save('tag', { name: 'refund', text: 'In five days.', words: [] })
  const file = JSON.stringify(await thingsAlone())
  emptied()
  const { mark } = await planned({ file })
  await save('tag', { name: 'refund', text: 'Never.', words: [] })
  expect(await owner.call('POST', at('settings'), { file, mark })).toMatchObject({ status: 409 })
  const other = file.replace('In five days.', 'In nine days.')
  expect(await owner.call('POST', at('settings'), { file: other, mark })).toMatchObject({ status: 409 })
  expect((await exported()).things['tickets']?.['tags']).toMatchObject([{ text: 'Never.' }])
})

test('nobody can get by a file what the page would refuse them', async () => {
  const { owner, at, role, save, thingsAlone, exported, planned, apply, emptied } = desk
  const potter = role('Potter')
  const answers = [answerWith('x')]
  const cases: [Kind, Record<string, unknown>, refused: boolean][] = [
    ['command', { name: 'giver', answers, gives_role: potter }, true],
    ['command', { name: 'wiper', answers, deletes_call: true }, true],
    ['command', { name: 'pinger', answers, pings: true }, true],
    ['command', { name: 'plain', answers }, false],
    ['automation', { name: 'Banner', actions: [{ id: 'a', kind: 'ban' }] }, true],
    ['menu', { name: 'Roles', choices: [{ id: 'a', role_id: potter }] }, true],
    ['panel', { title: 'Hidden', channel_id: app.channel('mod-log') }, true],
    ['panel', { title: 'Pinging', channel_id: app.channel('general'), ping_roles: [role('Moderator')] }, true],
    ['panel', { title: 'Open', channel_id: app.channel('general') }, false],
    ['tag', { name: 'hello', text: 'Hello.', words: [] }, false],
  ]
  for (const [kind, design] of cases) await save(kind, design)
  const file = JSON.stringify(await thingsAlone())
  emptied()
  const { visitor, allow } = await appointDelegate(app, owner)
  await allow()
  const plan = await planned({ file }, visitor)
  const problems = new Map(thingsIn(plan).map(({ name, problem }) => [name, problem]))
  for (const [kind, design, isRefused] of cases) {
    const name = String(design['name'] ?? design['title'])
    const onPage = await visitor.call('POST', at(saves[kind]), design)
    expect([name, onPage.status !== 200, problems.get(name) !== null]).toEqual([name, isRefused, isRefused])
  }
  emptied()
  expect(problems.get('wiper')).toBe('You need Manage Messages for that.')
  const made = await apply({ file }, await planned({ file }, visitor), visitor)
  expect(made.changes).toBe(3)
  expect(
    Object.values((await exported()).things).map(kinds => Object.values(kinds).map(({ length }) => length)),
  ).toEqual([[1, 1], [1]])
  // A mark from a preview does not help either.
  const { mark } = await planned({ file })
  expect(await visitor.call('POST', at('settings'), { file, mark })).toMatchObject({ status: 409 })
  // People who do not manage the server can neither export nor import.
  const member = await app.signIn('member2')
  expect(await member.call('POST', at('settings/plan'), { file })).toMatchObject({ status: 403 })
  expect(await member.call('GET', at('settings/export'))).toMatchObject({ status: 403 })
})

test('another server receives them with its own channels and roles, or not at all', async () => {
  const { at, role, save, thingsAlone, exported, planned, undo } = desk
  const there = guildNamed('Northwind Climbers')
  const rogue = await app.signIn('rogue')
  const answers = [answerWith(`See <#${app.channel('general')}>.`)]
  await save('command', { name: 'open', answers, denied_roles: [role('Potter')] })
  await save('command', { name: 'closed', answers: [answerWith('x')], allowed_roles: [role('Potter')] })
  await save('automation', {
    name: 'Guarded',
    conditions: [{ id: 'c', kind: 'has_role', role_id: role('Potter') }],
    actions: [{ id: 'a', kind: 'send', channel_id: app.channel('general'), text: 'x' }],
  })
  await save('menu', { name: 'Attached', source: 'attached', attached_id: '100000000000000009' })
  const body = { server: app.guildId, without: [] as string[] }
  const first = await planned(body, rogue, there)
  expect(first.unfound.map(({ name }) => name)).toContain('Potter')
  const problems = (plan: Plan) => Object.fromEntries(thingsIn(plan).map(({ name, problem }) => [name, problem]))
  const unknown = 'There is no role @Potter here.'
  expect(problems(first)).toEqual({ open: unknown, closed: unknown, Guarded: unknown })
  const choices = [{ from: role('Potter'), to: null }]
  const second = await planned({ ...body, choices }, rogue, there)
  const left = 'It contains something that you leave out.'
  // Leaving something out must not extend whom a thing is for or when it acts.
  expect(problems(second)).toEqual({ open: null, closed: left, Guarded: left })

  // Ids that the file does not list name nothing here.
  const file = { ...(await thingsAlone()), channels: {}, roles: {} }
  file.things['customcommands']?.['commands']?.forEach(one =>
    Object.assign(one, { allowed_channels: [app.channel('general')] }),
  )
  file.things['reactionroles'] = {
    menus: [{ name: 'Attached', source: 'attached', attached_id: '100000000000000009' }],
  }
  const foreign = await planned({ file: JSON.stringify(file) }, rogue, there)
  expect(problems(foreign)).toEqual({
    open: 'It contains a channel or role of that server that no longer exists, or that the person who copied it cannot see.',
    closed: 'There is no such channel in this server that you and I can see.',
    Guarded: 'There is no such role in this server.',
    Attached: 'It is attached to a message that only its own server has.',
  })
  expect(foreign.count).toBe(0)
  const made = await rogue.call('POST', at('settings', there), { ...body, choices, mark: second.mark })
  expect(made.status).toBe(200)
  expect((await exported(rogue, there)).things).toMatchObject({
    customcommands: {
      commands: [{ name: 'open', denied_roles: [], answers: [{ content: `See <#${channelIn(there, 'general')}>.` }] }],
    },
  })
  expect((await undo((made.body as { id: number }).id, rogue, there)).status).toBe(200)
})

test('a server never exceeds its limits, and each thing that does not fit is reported', async () => {
  const { thingsAlone, planned, apply } = desk
  const tags = Array.from({ length: 99 }, (_, place) => ({ name: `old${place}`, text: 'x', words: [] }))
  const base = await thingsAlone()
  const fileOf = (list: object[]) => JSON.stringify({ ...base, things: { tickets: { tags: list } } })
  await apply({ file: fileOf(tags) }, await planned({ file: fileOf(tags) }))
  const more = fileOf(['a', 'b'].map(name => ({ name, text: 'x' })))
  const plan = await planned({ file: more })
  expect(toldThings(plan)).toEqual([
    'ready answer a: new',
    'ready answer b: A server keeps at most 100 answers. Delete one first.',
  ])
  expect(await apply({ file: more }, plan)).toMatchObject({ changes: 1 })
})
