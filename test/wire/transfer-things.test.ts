import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RevisionItem } from '#kernel/history/contract.ts'
import type { PlannedChanges, PlannedThingItem } from '#kernel/many-changes/contract.ts'
import type { SettingsFile, Unfound } from '#kernel/transfer/contract.ts'
import { answerWith } from '../custom-commands.ts'
import { appointDeputy } from '../deputy.ts'
import { runs } from '../effort.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'

/** What a server has made besides settings, in files and from other servers. */
let app: Harness
let owner: Visitor
beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 10_000 })
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const tables = [
  'custom_commands',
  'automations',
  'automation_runs',
  'ticket_tags',
  'reactionrole_menus',
  'ticket_panels',
  'made_changes',
  'settings_history',
]
const emptied = () => app.product.services.db.$client.exec(tables.map(name => `DELETE FROM ${name};`).join(''))
beforeEach(emptied)

type Plan = PlannedChanges & { unfound: Unfound[] }
const at = (path: string, guildId = app.guildId) => `/api/guild/${guildId}/${path}`
const guildNamed = (name: string) =>
  [...app.sandbox.context.world.guilds.values()].find(({ guild }) => guild.name === name)?.guild.id ?? ''
const role = (name: string, guildId = app.guildId) =>
  [...(app.sandbox.context.world.guilds.get(guildId)?.roles.values() ?? [])].find(one => one.name === name)?.id ?? ''
const channelIn = (guildId: string, name: string) =>
  [...app.sandbox.context.world.channels.values()].find(
    ({ channel }) => 'guild_id' in channel && channel.guild_id === guildId && channel.name === name,
  )?.channel.id ?? ''

const saves = {
  command: 'customcommands/commands',
  automation: 'automations/list',
  tag: 'tickets/tags',
  menu: 'reactionroles/menus',
  panel: 'tickets/panels',
} as const
const save = async (kind: keyof typeof saves, design: object, visitor = owner) => {
  const { status, body } = await visitor.call('POST', at(saves[kind]), design)
  expect([kind, status, body]).toEqual([kind, 200, expect.anything()])
  return body as Record<string, { id: string; revision: number; name: string }>
}
const exported = async (visitor = owner, guildId = app.guildId) => {
  const { status, body } = await visitor.call('GET', at('settings/export', guildId))
  expect(status).toBe(200)
  return body as SettingsFile
}
/** Only things, so that a plan tells of nothing else. */
const thingsAlone = async () => ({ ...(await exported()), settings: {} })
const planned = async (body: object, visitor = owner, guildId = app.guildId) => {
  const { status, body: plan } = await visitor.call('POST', at('settings/plan', guildId), body)
  expect([status, plan]).toEqual([200, expect.anything()])
  return plan as Plan
}
const apply = async (body: object, { mark }: Plan, visitor = owner, guildId = app.guildId) => {
  const made = await visitor.call('POST', at('settings', guildId), { ...body, mark })
  expect([made.status, made.body]).toEqual([200, expect.anything()])
  return made.body as { id: number; changes: number }
}
const undo = (id: number, visitor = owner, guildId = app.guildId) =>
  visitor.call('POST', at(`changes/${id}/undo`, guildId))
const thingsIn = ({ features }: Plan): PlannedThingItem[] => features.flatMap(({ things }) => things)
const told = (plan: Plan) => thingsIn(plan).map(({ noun, name, act, problem }) => `${noun} ${name}: ${problem ?? act}`)
const messages = () => [...app.sandbox.context.world.channels.keys()].map(id => app.messages(id).length)

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(value => value.trim().length > 1)
const places = ['general', 'rules', 'woodwork', 'mod-log'] as const
const drawn = () => {
  const channels = fc.subarray(places.map(name => app.channel(name)))
  const roles = fc.subarray([role('Potter'), role('Regular')])
  const key = (at_: number) => `k${at_}`
  return fc.record({
    command: fc.array(
      fc.record({
        description: text,
        on: fc.boolean(),
        answers: fc.array(
          text.map(value => answerWith(value.slice(0, 50))),
          { minLength: 1, maxLength: 3 },
        ),
        sends: fc.constantFrom('reply', 'channel', 'dm'),
        allowed_roles: roles,
        denied_channels: channels,
        member_wait: fc.nat(3600),
        gives_role: fc.option(fc.constant(role('Potter'))),
      }),
      { maxLength: 3 },
    ),
    automation: fc.array(
      fc.record({
        trigger: channels.map(list => ({ kind: 'message', channels: list })),
        conditions: fc.constantFrom([], [{ id: key(1), kind: 'has_role', role_id: role('Regular') }]),
        actions: text.map(value => [{ id: key(2), kind: 'send', channel_id: app.channel('general'), text: value }]),
        runs_per_hour: fc.integer({ min: 1, max: 60 }),
      }),
      { maxLength: 3 },
    ),
    tag: fc.array(fc.record({ text, words: fc.uniqueArray(fc.constantFrom('money', 'clay', 'kiln')) }), {
      maxLength: 3,
    }),
    menu: fc.array(
      fc.record({
        channel_id: fc.option(fc.constant(app.channel('general'))),
        content: text,
        mode: fc.constantFrom('normal', 'unique', 'verify'),
        kind: fc.constantFrom('buttons', 'select'),
        choices: roles.map(list => list.map((id, at_) => ({ id: key(at_), role_id: id, label: `Role ${at_}` }))),
        forbidden_roles: roles,
      }),
      { maxLength: 3 },
    ),
    panel: fc.array(
      fc.record({
        channel_id: fc.constant(app.channel('general')),
        description: text,
        support_roles: roles,
        max_duration: fc.nat(8760),
        required_inputs: fc.constantFrom([], [{ id: 'a', label: 'What is it about?' }]),
      }),
      { maxLength: 3 },
    ),
  })
}

test('whatever a server has made is exported, imported where nothing is, and exported again as it was', async () => {
  await fc.assert(
    fc.asyncProperty(drawn(), async wanted => {
      emptied()
      for (const [kind, designs] of Object.entries(wanted) as [keyof typeof saves, object[]][]) {
        const ids: string[] = []
        for (const [at_, design] of designs.entries()) {
          // Two of one name, and panels that join the first.
          const name = kind === 'command' || kind === 'tag' ? `n${at_}` : `Thing ${Math.min(at_, 1)}`
          const joined = kind === 'panel' && at_ > 0 ? { joined_to: ids[0] } : {}
          const made = await save(kind, {
            ...design,
            name,
            ...(kind === 'panel' && { title: name, name: undefined }),
            ...joined,
          })
          ids.push(made[kind]?.id ?? '')
        }
      }
      const before = await exported()
      const file = JSON.stringify(before)
      emptied()
      const posted = messages()
      const plan = await planned({ file })
      expect(told(plan).filter(one => !one.endsWith(': new'))).toEqual([])
      const total = Object.values(wanted).reduce((sum, { length }) => sum + length, 0)
      expect([plan.things, plan.count]).toEqual([total, total])
      if (total === 0) return
      const { id } = await apply({ file }, plan)
      expect({ ...(await exported()), exportedAt: '' }).toEqual({ ...before, exportedAt: '' })
      const { body } = await owner.call('GET', at(saves.automation))
      expect((body as { automations: { on: boolean }[] }).automations.filter(({ on }) => on)).toEqual([])
      expect(messages()).toEqual(posted)
      expect(await undo(id)).toMatchObject({ status: 200, body: { changes: total } })
      expect((await exported()).things).toEqual({})
    }),
    // A server has forty plans a minute.
    { numRuns: runs(9) },
  )
})

test('a thing of the same name is changed, one entry of the history takes it all back, and only while nobody went on', async () => {
  await save('tag', { name: 'refund', text: 'In five days.', words: [] })
  const { automation } = await save('automation', {
    name: 'Tidy',
    actions: [{ id: 'a', kind: 'send', channel_id: app.channel('general'), text: 'Hello' }],
  })
  await owner.call('POST', at(`automations/${automation?.id ?? ''}/turn`), { on: true })
  const file = await thingsAlone()
  expect(told(await planned({ file: JSON.stringify(file) }))).toEqual([
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
  expect(told(plan)).toEqual(['ready answer refund: changed', 'ready answer hello: new', 'automation Tidy: changed'])
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
  // What was on stays on, as it does when its page saves it.
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
  // As it was made, but somebody went on with it.
  expect(await undo(id)).toMatchObject({ status: 409 })

  // A second import stands for itself, however soon it is.
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

test('what was shown is what is made: with another mark nothing is', async () => {
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

test('nobody gets by a file what its page would refuse them', async () => {
  const potter = role('Potter')
  const answers = [answerWith('x')]
  const cases: [keyof typeof saves, Record<string, unknown>, refused: boolean][] = [
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
  const { visitor, allow } = await appointDeputy(app, owner)
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
  // With a mark that somebody else was shown neither.
  const { mark } = await planned({ file })
  expect(await visitor.call('POST', at('settings'), { file, mark })).toMatchObject({ status: 409 })
  // Who manages nothing exports and takes in nothing.
  const member = await app.signIn('member2')
  expect(await member.call('POST', at('settings/plan'), { file })).toMatchObject({ status: 403 })
  expect(await member.call('GET', at('settings/export'))).toMatchObject({ status: 403 })
})

test('another server has them with its own channels and roles, or not at all', async () => {
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
  const left = 'It names something that you leave out.'
  // Whom a thing is for, and when it acts, is not widened by leaving something out.
  expect(problems(second)).toEqual({ open: null, closed: left, Guarded: left })

  // Ids that a file does not name are of nothing here.
  const file = { ...(await thingsAlone()), channels: {}, roles: {} }
  file.things['customcommands']?.['commands']?.forEach(one =>
    Object.assign(one, { allowed_channels: [app.channel('general')] }),
  )
  file.things['reactionroles'] = {
    menus: [{ name: 'Attached', source: 'attached', attached_id: '100000000000000009' }],
  }
  const foreign = await planned({ file: JSON.stringify(file) }, rogue, there)
  expect(problems(foreign)).toEqual({
    open: 'There is no such channel in this server that you and I can see.',
    closed: 'There is no such channel in this server that you and I can see.',
    Guarded: 'There is no such role in this server.',
    Attached: 'It stands on a message that only its own server has.',
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

test('a server never gets more than it may have, and what does not fit is said one by one', async () => {
  const tags = Array.from({ length: 99 }, (_, place) => ({ name: `old${place}`, text: 'x', words: [] }))
  const base = await thingsAlone()
  const fileOf = (list: object[]) => JSON.stringify({ ...base, things: { tickets: { tags: list } } })
  await apply({ file: fileOf(tags) }, await planned({ file: fileOf(tags) }))
  const more = fileOf(['a', 'b'].map(name => ({ name, text: 'x' })))
  const plan = await planned({ file: more })
  expect(told(plan)).toEqual([
    'ready answer a: new',
    'ready answer b: A server keeps at most 100 answers. Delete one first.',
  ])
  expect(await apply({ file: more }, plan)).toMatchObject({ changes: 1 })
})
