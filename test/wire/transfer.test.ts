import { beforeEach, expect, onTestFinished, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import automod from '#features/automod/contract.ts'
import { features } from '#features/index.ts'
import greetings from '#features/greetings/contract.ts'
import general, { noRule } from '#features/general/contract.ts'
import leveling from '#features/leveling/contract.ts'
import moderation from '#features/moderation/contract.ts'
import personalizer from '#features/personalizer/contract.ts'
import type { Contract } from '#contract'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import type { SettingsFile, Unfound } from '#kernel/transfer/contract.ts'
import { appointDelegate } from '../delegate.ts'
import { someOf } from '../sampling.ts'
import { createHarness, type Harness } from '../harness.ts'
import { anotherValue, type PostedSetting, postedSettings } from '../posted-settings.ts'
import { serverPerTest } from '../server-per-test.ts'
import type { Visitor } from '../visitor.ts'

/** Settings of a whole server as a file, from a file, and from another server. */
let app: Harness
let owner: Visitor
const openServer = serverPerTest()
beforeEach(async () => {
  app = await openServer()
  owner = await app.signIn('owner')
})

type Plan = PlannedChanges & { unfound: Unfound[]; held: { feature: string }[] }
const by = { userId: null, via: 'test' }
const guildNamed = (name: string) =>
  [...app.sandbox.context.world.guilds.values()].find(({ guild }) => guild.name === name)?.guild.id ?? ''
const at = (path: string, guildId = app.guildId) => `/api/guild/${guildId}/${path}`
const role = (name: string, guildId = app.guildId) =>
  [...(app.sandbox.context.world.guilds.get(guildId)?.roles.values() ?? [])].find(one => one.name === name)?.id ?? ''
const store = () => app.product.services.settings
const write = (contract: Contract, patch: Record<string, unknown>) => store().write(app.guildId, contract, patch, by)

const exported = async (visitor = owner, guildId = app.guildId) => {
  const { status, body } = await visitor.call('GET', at('settings/export', guildId))
  expect(status).toBe(200)
  return body as SettingsFile
}
const planOf = (body: object, visitor = owner, guildId = app.guildId) =>
  visitor.call('POST', at('settings/plan', guildId), body)
const planned = async (...given: Parameters<typeof planOf>) => {
  const { status, body } = await planOf(...given)
  expect([status, body]).toEqual([200, expect.anything()])
  return body as Plan
}
const refusedIn = (plan: Plan) =>
  plan.features.flatMap(({ feature, changes }) =>
    changes.flatMap(({ key, problem }) => (problem === null ? [] : [`${feature}.${key}: ${problem}`])),
  )
const valueOf = (one: PostedSetting): unknown =>
  /image|icon/i.test(one.key) && one.meta?.control === 'text'
    ? 'https://example.org/picture.png'
    : anotherValue(app, one, { role: role('Potter') })
/** As if nobody had ever changed a setting. */
const emptied = () => {
  for (const { contract } of features) write(contract, contract.settings.parse({}))
}

test('settings that are exported and imported into an empty server are exported again unchanged', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    emptied()
    for (const { contract } of features) {
      const chosen = someOf(
        postedSettings.filter(one => one.contract === contract && one.meta && one.meta.control !== 'role'),
        turn,
      ).filter(({ key }) => key !== 'webhookUrl')
      const values = chosen.map(one => [one.key, valueOf(one)])
      write(contract, Object.fromEntries(values) as Record<string, unknown>)
    }
    // Greetings are refused without a channel.
    write(greetings, { welcome_channel: app.channel('general'), farewell_channel: app.channel('general') })
    write(automod, { words: [{ pattern: 'clay', kind: 'word' }], exemptRoles: [role('Regular')] })
    write(leveling, { levelRoles: [{ level: 5, roleId: role('Regular') }] })
    write(general, { commandRules: { ping: { ...noRule, denyChannels: [app.channel('rules')] } } })
    const before = await exported()
    emptied()
    const file = JSON.stringify(before)
    const plan = await planned({ file })
    expect(refusedIn(plan)).toEqual([])
    expect(plan.count).toBeGreaterThan(20)
    expect(await owner.call('POST', at('settings'), { file, mark: plan.mark })).toMatchObject({
      status: 200,
      body: { changes: plan.count },
    })
    expect({ ...(await exported()), exportedAt: '' }).toEqual({ ...before, exportedAt: '' })
  }
})

test('a file contains no secrets, and nothing that makes sense in this server alone', async () => {
  const token = 'a'.repeat(40)
  const posted = { config: { webhookUrl: `https://discord.com/api/webhooks/100000000000000009/${token}` } }
  const saved = await owner.call('POST', at('tickets/transcript'), posted)
  expect(saved.status).toBe(200)
  const file = JSON.stringify(await exported())
  expect(file).not.toMatch(/webhookUrl|api\/webhooks/)
  expect(file).not.toContain(token)
  const { settings } = JSON.parse(file) as SettingsFile
  expect(Object.keys(settings)).not.toContain('access')
  expect(Object.keys(settings[personalizer.name] ?? {})).toEqual(['name', 'bio'])
  const { body } = await owner.call('GET', at('settings/transfer'))
  expect(body).toMatchObject({ last: null })
  expect((body as { left: { what: string }[] }).left.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Discord webhook', 'Avatar', 'Access', 'Each message', 'Each emoji', 'Drafts']),
  )
})

test('another server finds channels and roles by their names, and is told which it does not have', async () => {
  const rogue = await app.signIn('rogue')
  const there = guildNamed('Northwind Climbers')
  const general2 = [...app.sandbox.context.world.channels.values()].find(
    ({ channel }) => 'guild_id' in channel && channel.guild_id === there && channel.name === 'general',
  )?.channel.id
  write(leveling, {
    enabled: true,
    levelupChannel: app.channel('general'),
    levelupMessage: `See <#${app.channel('woodwork')}>`,
    noXpChannels: [app.channel('general'), app.channel('woodwork')],
    noXpRoles: [role('Potter')],
  })
  write(moderation, { maxWarn: 6 })
  const first = await planned({ server: app.guildId }, rogue, there)
  expect(first.unfound).toEqual([
    { id: app.channel('woodwork'), kind: 'channel', name: 'woodwork', problem: 'There is no channel #woodwork here.' },
    { id: role('Potter'), kind: 'role', name: 'Potter', problem: 'There is no role @Potter here.' },
  ])
  expect(refusedIn(first)).toEqual([
    'leveling.levelupMessage: There is no channel #woodwork here.',
    'leveling.noXpChannels: There is no channel #woodwork here.',
    'leveling.noXpRoles: There is no role @Potter here.',
  ])
  // Anti-nuke shows nothing to administrators who are not on its lists.
  expect(first.held.map(({ feature }) => feature)).not.toContain(antinuke.name)

  const choices = [
    { from: app.channel('woodwork'), to: general2 },
    { from: role('Potter'), to: null },
  ]
  const body = { server: app.guildId, choices, without: [moderation.name] }
  const second = await planned(body, rogue, there)
  expect([second.unfound, refusedIn(second)]).toEqual([[], []])
  const made = await rogue.call('POST', at('settings', there), { ...body, mark: second.mark })
  expect(made.status).toBe(200)
  expect(store().read(there, leveling)).toMatchObject({
    enabled: true,
    levelupChannel: general2,
    levelupMessage: `See <#${general2}>`,
    noXpChannels: [general2],
    noXpRoles: [],
  })
  expect(store().read(there, moderation)).toMatchObject({ maxWarn: 3 })

  // Nobody can copy from a server that they do not manage, nor from the same one.
  expect(await planOf({ server: there })).toMatchObject({ status: 403 })
  expect(await planOf({ server: app.guildId })).toMatchObject({ status: 400 })
  expect(await planOf({})).toMatchObject({ status: 400 })
  const id = (made.body as { id: number }).id
  expect((await rogue.call('POST', at(`changes/${id}/undo`, there))).status).toBe(200)
  expect(store().read(there, leveling)).toEqual(leveling.settings.parse({}))
  // In another server, this change does not exist.
  expect(await owner.call('POST', at(`changes/${id}/undo`))).toMatchObject({ status: 404 })
})

test('importing a file requires the right that each of its settings requires', async () => {
  write(antinuke, { enabled: true, whitelist: [app.as('member3').userId] })
  write(automod, { action: 'BAN' })
  write(moderation, { modlogChannel: app.channel('mod-log') })
  const file = JSON.stringify(await exported())
  emptied()
  const { visitor, allow } = await appointDelegate(app, owner)
  await allow()
  const plan = await planned({ file }, visitor)
  const refused = refusedIn(plan).join('\n')
  for (const key of ['antinuke.enabled', 'antinuke.whitelist', 'automod.action', 'moderation.modlogChannel'])
    expect(refused).toContain(key)
  const { mark } = await planned({ file })
  expect(await visitor.call('POST', at('settings'), { file, mark })).toMatchObject({ status: 409 })
  await visitor.call('POST', at('settings'), { file, mark: plan.mark })
  for (const contract of [antinuke, automod])
    expect(store().read(app.guildId, contract)).toEqual(contract.settings.parse({}))
})

test('a plan reveals nothing that somebody may not view: neither the value, nor whether it differs', async () => {
  const { userId } = app.as('member3')
  write(antinuke, { enabled: true, whitelist: [userId], punishment: 'KICK', logChannel: app.channel('mod-log') })
  const { visitor, allow } = await appointDelegate(app, owner)
  await allow('ManageGuild')
  expect(Object.keys((await exported(visitor)).settings)).not.toContain(antinuke.name)
  const file = await exported()
  const told = async (wanted: Record<string, unknown>) => {
    const plan = await planned({ file: JSON.stringify({ ...file, settings: { antinuke: wanted } }) }, visitor)
    return plan.features.find(({ feature }) => feature === antinuke.name)?.changes
  }
  for (const punishment of ['KICK', 'BAN']) {
    const guessed = await told({ whitelist: [], punishment })
    expect(guessed?.map(({ key }) => key).toSorted()).toEqual(['punishment', 'whitelist'])
    const words = JSON.stringify(guessed)
    expect(words).not.toContain(userId)
    expect(words.includes('Kick')).toBe(punishment === 'KICK')
  }
  const query = new URLSearchParams({ kind: 'makers', greet: 'off', goodbye: 'off', guard: 'watch' })
  const setup = await visitor.call('GET', at(`setup/plan?${query}`))
  expect(setup.status).toBe(200)
  const part = (setup.body as Plan).features.find(({ feature }) => feature === antinuke.name)
  expect(part?.stays).toEqual([])
  expect(JSON.stringify(part)).not.toMatch(/Kick|mod-log/)
})

test('a file can only contain rules about existing commands, and not thousands of them', async () => {
  const rules = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, { ...noRule, denyChannels: [app.channel('rules')] }]))
  const base = await exported()
  const fileWith = (names: readonly string[]) =>
    JSON.stringify({ ...base, settings: { general: { prefix: '!', commandRules: rules(names) } } })
  const plan = await planned({ file: fileWith(['ping', 'constructor']) })
  expect(refusedIn(plan)).toEqual([
    'general.commandRules: There is no command “constructor” whose use could be decided.',
  ])
  expect(plan.count).toBe(1)
  const flood = fileWith(Array.from({ length: 501 }, (_, at) => `c${at}`))
  expect(await planOf({ file: flood })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('At most 500 commands have rules.') as string },
  })
})

test('a file that is not understood changes nothing, and neither does the mark of another file', async () => {
  const file = JSON.stringify({ ...(await exported()), settings: { moderation: { maxWarn: 5 } } })
  const { mark } = await planned({ file })
  const revision = store().revision(app.guildId)
  const newer = file.replace('"version":2', '"version":7')
  const wrong = file.replace('"maxWarn":5', '"maxWarn":"5; DROP TABLE settings"')
  const other = file.replace('"maxWarn":5', '"maxWarn":6')
  for (const [sent, status] of [
    ['{', 400],
    [newer, 400],
    [wrong, 400],
    ['[]', 400],
    [other, 409],
  ] as const)
    expect(await owner.call('POST', at('settings'), { file: sent, mark })).toMatchObject({ status })
  expect(await planOf({ file: wrong })).toMatchObject({
    body: { code: 'transfer.file', error: expect.stringMatching(/^settings\.moderation\.maxWarn: /) as string },
  })
  expect(store().revision(app.guildId)).toBe(revision)
  expect((await owner.call('POST', at('settings'), { file, mark })).status).toBe(200)
  expect(store().read(app.guildId, moderation)).toMatchObject({ maxWarn: 5 })
})

test('one server cannot have files read all the time', async () => {
  const file = JSON.stringify({ ...(await exported()), settings: {} })
  const answers: number[] = []
  for (let turn = 0; turn < 45; turn += 1) answers.push((await planOf({ file })).status)
  expect(answers.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(answers.slice(40)).toEqual(Array.from({ length: 5 }, () => 429))
})

test('premium features cannot be obtained by a file either', async () => {
  const other = await createHarness({ env: { PREMIUM: 'granted' } })
  onTestFinished(() => other.close())
  const visitor = await other.signIn('owner')
  const address = `/api/guild/${other.guildId}/settings`
  const { body } = await visitor.call('GET', `${address}/export`)
  const settings = { personalizer: { name: 'Another' }, moderation: { maxWarn: 4 } }
  const file = JSON.stringify({ ...(body as SettingsFile), settings })
  const plan = (await visitor.call('POST', `${address}/plan`, { file })).body as Plan
  expect(refusedIn(plan)).toEqual([
    'personalizer.name: Bot Personalizer is a premium feature. Upgrade to premium to unlock this feature.',
  ])
  expect(await visitor.call('POST', address, { file, mark: plan.mark })).toMatchObject({ status: 200 })
  const { settings: stored } = other.product.services
  expect(stored.read(other.guildId, personalizer)).toMatchObject({ name: '' })
  expect(stored.read(other.guildId, moderation)).toMatchObject({ maxWarn: 4 })
})
