import { beforeEach, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import automod from '#features/automod/contract.ts'
import greetings from '#features/greetings/contract.ts'
import moderation from '#features/moderation/contract.ts'
import tickets from '#features/tickets/contract.ts'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import type { SetupHint } from '#kernel/setup/contract.ts'
import { appointDelegate } from '../delegate.ts'
import type { Harness } from '../harness.ts'
import { serverPerTest } from '../server-per-test.ts'
import type { Visitor } from '../visitor.ts'

/** The five questions: their changes are shown, made as a whole, and undone as a whole. */
let app: Harness
let owner: Visitor
const openServer = serverPerTest()
beforeEach(async () => {
  app = await openServer()
  owner = await app.signIn('owner')
})

type Plan = PlannedChanges & { hints: SetupHint[] }
const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const own = (contract: Parameters<typeof app.product.services.settings.read>[1]) =>
  app.product.services.settings.read(app.guildId, contract)
const role = (name: string) =>
  [...(app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(one => one.name === name)?.id ??
  ''

const answers = (more: Record<string, string> = {}) => ({
  kind: 'makers',
  logChannel: app.channel('mod-log'),
  staffRole: role('Moderator'),
  greet: 'on',
  greetChannel: app.channel('arrivals'),
  goodbye: 'off',
  guard: 'careful',
  ...more,
})
const planOf = async (visitor: Visitor, given: Record<string, string>) => {
  const { status, body } = await visitor.call('GET', at(`setup/plan?${new URLSearchParams(given)}`))
  expect(status).toBe(200)
  return body as Plan
}
const apply = (visitor: Visitor, given: Record<string, string>, mark: string) =>
  visitor.call('POST', at('setup'), { ...given, mark })
const setupOf = async (visitor: Visitor) =>
  ((await visitor.call('GET', at('own-access'))).body as { setup: boolean }).setup
const changesOf = (plan: Plan) =>
  plan.features.flatMap(({ feature, changes }) =>
    changes.filter(({ problem }) => problem === null).map(({ key }) => `${feature}.${key}`),
  )

test('a first visit is offered five questions with suggestions for the server; all changes are made, and undone', async () => {
  expect(await setupOf(owner)).toBe(true)
  const { suggested, last, untouched } = (await owner.call('GET', at('setup'))).body as Record<string, unknown>
  expect({ last, untouched }).toEqual({ last: null, untouched: true })
  expect(suggested).toEqual({
    kind: 'makers',
    logChannel: app.channel('mod-log'),
    staffRole: role('Moderator'),
    greetChannel: app.channel('arrivals'),
  })

  const plan = await planOf(owner, answers())
  expect(changesOf(plan)).toEqual([
    'antinuke.enabled',
    'antinuke.logChannel',
    'moderation.maxWarn',
    'moderation.modlogChannel',
    'automod.enabled',
    'automod.antiSpam',
    'automod.antiMassmention',
    'automod.maxMentions',
    'automod.action',
    'tickets.supportTeamRole',
    'greetings.welcome_enabled',
    'greetings.welcome_channel',
    'greetings.welcome_embed_description',
  ])
  expect(plan.count).toBe(13)
  const [, moderated] = plan.features
  expect(moderated).toMatchObject({
    title: 'Moderation',
    changes: [
      { label: 'Warning threshold', difference: { before: '3', after: '4' }, why: /hobby/ },
      { difference: { before: 'none', after: '#mod-log' }, question: 'log' },
    ],
    stays: [{ label: 'Action on reaching it', now: 'Timeout for 24 hours' }, { now: 'On' }],
  })
  expect(plan.hints).toContainEqual({
    question: 'log',
    tone: 'good',
    sentence: 'I can write and attach files there. @everyone cannot read it.',
  })
  expect(app.product.services.settings.revision(app.guildId)).toBe(0)

  const made = await apply(owner, answers(), plan.mark)
  expect(made).toMatchObject({ status: 200, body: { changes: 13 } })
  const { id } = made.body as { id: number }
  expect(own(moderation)).toMatchObject({ modlogChannel: app.channel('mod-log'), maxWarn: 4 })
  expect(own(automod)).toMatchObject({ enabled: true, antiSpam: true, action: 'WARN', maxMentions: 5 })
  expect(own(greetings)).toMatchObject({ welcome_enabled: true, welcome_channel: app.channel('arrivals') })
  expect(own(antinuke)).toMatchObject({ enabled: true, punishment: 'BAN' })
  expect(own(tickets)).toMatchObject({ supportTeamRole: role('Moderator') })
  expect(await setupOf(owner)).toBe(false)
  const history = (await owner.call('GET', at('history'))).body as { revisions: { author: object }[] }
  expect(history.revisions).toHaveLength(5)
  expect(history.revisions[0]?.author).toMatchObject({ via: 'dashboard', place: 'Setup' })
  expect((await owner.call('GET', at('setup'))).body).toMatchObject({ untouched: false, last: { id, changes: 13 } })

  expect(await owner.call('POST', at(`changes/${id}/undo`))).toMatchObject({ status: 200, body: { changes: 13 } })
  for (const contract of [antinuke, moderation, automod, greetings, tickets])
    expect(own(contract)).toEqual(contract.settings.parse({}))
  expect(await owner.call('POST', at(`changes/${id}/undo`))).toMatchObject({
    status: 409,
    body: { code: 'changes.undone' },
  })
  expect(await owner.call('POST', at('changes/999/undo'))).toMatchObject({ status: 404 })
})

test('changes made in between are overwritten neither by applying nor by undoing', async () => {
  const plan = await planOf(owner, answers())
  expect(await apply(owner, answers({ guard: 'strict' }), plan.mark)).toMatchObject({ status: 409 })
  await owner.call('POST', at('basic'), { modUpdate: true, max_warnings: 7 })
  expect(await apply(owner, answers(), plan.mark)).toMatchObject({ status: 409, body: { code: 'changes.changed' } })
  expect(own(automod)).toMatchObject({ enabled: false })

  const again = await planOf(owner, answers())
  const { id } = (await apply(owner, answers(), again.mark)).body as { id: number }
  await owner.call('POST', at('basic'), { automodUpdate: true, max_mentions: 9 })
  const refused = await owner.call('POST', at(`changes/${id}/undo`))
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Auto-moderation: Max Mentions') as string },
  })
  expect(own(moderation)).toMatchObject({ maxWarn: 4 })
  const nothing = await planOf(owner, answers({ greet: 'off' }))
  const rest = { kind: 'other', greet: 'off', goodbye: 'off', guard: 'none' }
  expect(nothing.count).toBeGreaterThan(0)
  const none = await planOf(owner, rest)
  expect(none.count).toBe(0)
  expect(await apply(owner, rest, none.mark)).toMatchObject({ status: 400, body: { code: 'changes.none' } })
})

test('a person who may change only some of it is told beside each answer, and the rest is changed', async () => {
  const admin = await app.signIn('admin')
  const plan = await planOf(admin, answers())
  const refused = plan.features.flatMap(({ feature, changes }) =>
    changes
      .filter(({ problem }) => problem !== null)
      .map(({ key, problem, question }) => [feature, key, question, problem]),
  )
  const edit = 'Access denied'
  expect(refused).toEqual([
    ['antinuke', 'enabled', 'guard', edit],
    ['antinuke', 'logChannel', 'log', edit],
  ])
  expect(await apply(admin, answers(), plan.mark)).toMatchObject({ status: 200, body: { changes: 11 } })
  expect(own(antinuke)).toMatchObject({ enabled: false, logChannel: null })
  expect(own(automod)).toMatchObject({ enabled: true })
})

test('a person who was only given access can change nothing by it that they could not change themselves', async () => {
  const { visitor, allow } = await appointDelegate(app, owner)
  await allow()
  const plan = await planOf(visitor, answers())
  // They cannot see the staff's channel and may not have anybody kicked.
  expect(changesOf(plan)).toEqual([
    'tickets.supportTeamRole',
    'greetings.welcome_enabled',
    'greetings.welcome_channel',
    'greetings.welcome_embed_description',
  ])
  const { status } = await apply(visitor, answers(), plan.mark)
  expect(status).toBe(200)
  expect(own(moderation)).toMatchObject({ modlogChannel: null })
  expect(own(automod)).toMatchObject({ enabled: false, action: 'TIMEOUT' })
  const member = await app.signIn('member2')
  expect(await member.call('GET', at('setup'))).toMatchObject({ status: 403 })
})

test('Not now is remembered for the person, starting with none for everybody, and neither changes anything', async () => {
  const admin = await app.signIn('admin')
  expect(await owner.call('POST', at('setup/later'))).toMatchObject({ status: 200 })
  expect([await setupOf(owner), await setupOf(admin)]).toEqual([false, true])
  await app.restart()
  expect(await setupOf(await app.signIn('owner'))).toBe(false)
  expect(app.product.services.settings.revision(app.guildId)).toBe(0)
  const member = await app.signIn('member1')
  for (const everybody of [false, true])
    expect(await member.call('POST', at('setup/later'), { everybody })).toMatchObject({ status: 403 })
  // "Starting with none" applies to everybody.
  const other = await app.signIn('admin')
  expect(await setupOf(other)).toBe(true)
  expect(await (await app.signIn('owner')).call('POST', at('setup/later'), { everybody: true })).toMatchObject({
    status: 200,
  })
  expect(await setupOf(other)).toBe(false)
  expect(app.product.services.settings.revision(app.guildId)).toBe(0)
})

test('a second person confirms on the page of anti-nuke, and the setup does not wait for that', async () => {
  const extra = app.as('admin').userId
  const { settings } = app.product.services
  settings.write(
    app.guildId,
    antinuke,
    { enabled: true, extraOwners: [extra], twoPersons: true },
    { userId: null, via: 'test' },
  )
  const admin = await app.signIn('admin')
  const plan = await planOf(admin, answers({ guard: 'watch' }))
  const [first] = plan.features
  expect(first?.changes.map(({ problem }) => problem)).toEqual(
    first?.changes.map(() => expect.stringContaining('second person') as string),
  )
  const made = await apply(admin, answers({ guard: 'watch' }), plan.mark)
  expect(made).toMatchObject({ status: 200 })
  expect(own(antinuke)).toMatchObject({ punishment: 'BAN', autoRecovery: true })
  expect((await owner.call('GET', at('antinuke/requests'))).body).toMatchObject({ requests: [] })
})
