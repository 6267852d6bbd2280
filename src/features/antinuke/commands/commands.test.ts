// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { closeIncident, noteInIncident, openIncident } from '../incidents/incidents.ts'
import antinuke, { settings } from '../contract.ts'
import { rosterOf } from '../engine/roster.ts'
import { panicState } from '../panic/panic.ts'

let app: Harness
let general: string
/** `member1` is an extra owner, `member2` is whitelisted, `admin` an administrator on no list. */
beforeAll(async () => {
  app = await createHarness()
  general = app.channel('general')
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const own = () => app.product.services.settings.read(app.guildId, antinuke)
const ask = async (login: string, text: string) => app.answerTo(await app.as(login).say(general, text))
const say = async (login: string, text: string) => textOf(await ask(login, text))

test('the owner sets it up, and each list refuses what does not belong on it', async () => {
  expect(await say('owner', `.extraowner add <@${idOf('member1')}>`)).toContain('is an extra owner')
  expect(await say('owner', `.eo add <@${idOf('member1')}>`)).toBe('User is already an extra owner.')
  expect(await say('owner', `.eo add <@${app.botId}>`)).toContain('Bots cannot be extra owners')
  expect(await say('owner', `.eo remove <@${idOf('member2')}>`)).toBe('User is not an extra owner.')
  expect(await say('owner', `.whitelist add <@${idOf('member2')}>`)).toContain('is on the whitelist')
  expect(await say('owner', `.wl add <@${idOf('member2')}>`)).toBe('User is already in the whitelist.')
  expect(await say('owner', `.wl add <@${idOf('owner')}>`)).toContain('needs no entry')
  expect(await say('owner', `.wl remove <@${idOf('member3')}>`)).toBe('User is not in the whitelist.')
  expect(await say('owner', '.antinuke on')).toContain('Anti-nuke is on')
  expect(own()).toMatchObject({ enabled: true, extraOwners: [idOf('member1')], whitelist: [idOf('member2')] })
})

test('choosing a bypass role says whom it exempts', async () => {
  await until('everybody who can do harm is known', () =>
    rosterOf(app.product.services, app.guildId).people.has(idOf('rogue')),
  )
  expect(await say('owner', '.bypassrole set Admin')).toMatch(/\d (?:people|person) who could do harm holds? it/)
  const body = { name: 'Nobody yet', permissions: '0' }
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, body)
  expect(await say('owner', `.bypassrole set ${id}`)).toMatch(/is the bypass role\.$/)
  await say('owner', '.bypassrole remove')
})

test('an extra owner can set everything except the extra owners', async () => {
  const told: [string, string | RegExp][] = [
    ['.antinuke punishment kick', 'Punishment: Kick.'],
    ['.antinuke module channel off', 'Anti-Channel: now off.'],
    ['.antinuke module all on', 'All modules: now on.'],
    ['.an action anti_ban timeout', 'Anti-Ban: Timeout.'],
    ['.an action ban global', 'Anti-Ban: the same as everywhere, Kick.'],
    ['.an action bot none', 'Anti-Bot Addition: None.'],
    ['.antinuke log #general', /are posted in/],
    ['.antinuke recovery off', 'Auto recovery: now off.'],
    ['.bypassrole create', /is the bypass role/],
    ['.bypassrole create', /There is a bypass role already/],
    ['.bypassrole perm channels on', /may manage channels without being counted/],
    ['.bypassrole show', /manage channels/],
    ['.bypassrole remove', /no bypass role now/],
    [`.wl add <@${idOf('member4')}> 2d 10`, /for 2 days, with 10 actions an hour/],
    ['.wl list', /10 actions an hour, until/],
    [`.wl remove <@${idOf('member4')}>`, /off the whitelist/],
    ['.eo list', new RegExp(idOf('member1'))],
  ]
  for (const [text, answer] of told) expect(await say('member1', text)).toMatch(answer)
  expect(own()).toMatchObject({
    punishment: 'KICK',
    modulePunishments: { anti_ban: null, anti_emoji: 'NONE' },
    logChannel: general,
    autoRecovery: false,
    bypassRole: null,
    bypassPermissions: { can_manage_channels: true },
    whitelist: [idOf('member2')],
    allowances: [],
  })
  expect(await say('member1', `.eo add <@${idOf('member3')}>`)).toContain('only the server owner has')
  expect(await say('member1', '.antinuke reset')).toContain('server owner')
  // As on the dashboard, where they may also remove one after the other.
  expect(await say('member1', '.wl clear')).toContain('takes everybody off the whitelist')
})

test('somebody on the whitelist can look but not change anything; nobody else is shown anything', async () => {
  const before = app.product.services.settings.revision(app.guildId)
  expect(await say('member2', '.antinuke')).toContain('Anti-nuke: on')
  expect(await say('member2', '.antinuke modules')).toContain('Anti-Webhook')
  expect(await say('member2', '.wl list')).toContain(idOf('member2'))
  const settings = 'You do not have permission to modify antinuke settings.'
  const modules = 'You do not have permission to modify protection modules.'
  for (const text of ['.antinuke off', '.antinuke punishment none', '.antinuke log off', '.antinuke twopersons off'])
    expect(await say('member2', text)).toBe(settings)
  for (const text of ['.antinuke module all off', '.antinuke action ban none'])
    expect(await say('member2', text)).toBe(modules)
  expect(await say('member2', `.wl add <@${idOf('member3')}>`)).toContain('modify the whitelist')
  expect(await say('member2', '.bypassrole create')).toContain('modify the bypass role')
  const words = [
    '.antinuke',
    '.antinuke off',
    '.wl list',
    '.wl clear',
    '.eo list',
    '.bypassrole show',
    '.antinuke reset',
  ]
  for (const login of ['admin', 'member3'])
    for (const text of words) expect(await say(login, text)).toBe('You are not authorized to access this section.')
  expect(await say('admin', '.config antinuke off')).toMatch(/^You do not have permission/)
  expect(await say('admin', '.config show antinuke')).toBe('Access denied')
  expect(app.product.services.settings.revision(app.guildId)).toBe(before)
})

test('the history shows incidents and changes, with who did what, to people who may see it', async () => {
  const told = textOf(await ask('member2', '.antinuke history'))
  expect(told).toContain('No incidents yet.')
  expect(told).toContain(`<@${idOf('member1')}>: Auto recovery: on → off`)
  expect(told).toContain(`<@${idOf('member1')}>: Anti-Bot Addition: Use Global → None`)
  expect(await say('admin', '.antinuke history')).toMatch(/^You (are not|do not)/)
  const { services } = app.product
  const incident = openIncident(services, {
    guildId: app.guildId,
    module: 'anti_channel',
    punishment: 'BAN',
    actorId: idOf('member4'),
    startedAt: Date.now(),
  })
  noteInIncident(services, incident, { lane: 'attack', parts: ['Something happened.'] })
  closeIncident(services, incident, 'contained')
  await app.as('member2').slash(general, 'antinuke history')
  await until('the answer', () =>
    app.shownTo('member2').some(one => textOf(one).includes(`<@${idOf('member4')}>: 1 action, contained`)),
  )
})

test('a module that does not exist changes nothing, and the most similar one is named', async () => {
  const before = app.product.services.settings.revision(app.guildId)
  expect(await say('owner', '.antinuke module chanel off')).toContain('Did you mean channel?')
  expect(await say('owner', '.antinuke module gravity off')).toContain('There are: ban, kick')
  expect(app.product.services.settings.revision(app.guildId)).toBe(before)
})

test('switching off and resetting ask first, and only the person who was asked can answer', async () => {
  const question = await ask('member1', '.antinuke off')
  expect(own().enabled).toBe(true)
  const buttonOf = (message: typeof question) =>
    (message.components as { components: { custom_id: string }[] }[])[0]?.components[0]?.custom_id ?? ''
  await app.as('admin').press(question, buttonOf(question))
  await until('the refusal', () => app.shownTo('admin').some(one => textOf(one).includes('belong to somebody else')))
  expect(own().enabled).toBe(true)
  await app.as('member1').press(question, buttonOf(question))
  await until('it to be off', () => !own().enabled)
  const last = await ask('owner', '.antinuke reset')
  await app.as('owner').press(last, buttonOf(last))
  await until('the lists to be empty', () => own().extraOwners.length === 0)
  expect(own()).toEqual(settings.parse({}))
})

test('slash commands do the same', async () => {
  await app.as('owner').slash(general, 'whitelist add', { user: idOf('member2'), limit: 3 })
  await until('the entry', () => own().whitelist.includes(idOf('member2')))
  expect(own().allowances).toEqual([{ id: idOf('member2'), perHour: 3, expiresAt: null }])
  expect(await app.as('owner').complete(general, 'antinuke action', 'module', 'web')).toEqual([
    { name: 'Anti-Webhook', value: 'webhook' },
  ])
})

test('panic does not begin with a word that means something else, and ends with words that mean so', async () => {
  const others = ['status', 'of', 'open', 'Undo', 'is over', 'cancel it', 'No.', 'False alarm!', 'all clear now']
  for (const word of others)
    expect(await say('owner', `.antinuke panic ${word}`)).toContain('I did nothing: the server is open.')
  for (const word of ['end', 'Stop.', 'end it', 'stop it now!', 'mode off'])
    expect(await say('owner', `.antinuke panic ${word}`)).not.toContain('Locking')
  expect(panicState(app.product.services, app.guildId)).toBe('off')
})

test('“on” locks the server down, and is not given as the reason', async () => {
  for (const word of ['on', 'On!', 'mode on', 'start']) {
    expect(await say('owner', `.antinuke panic ${word}`)).toContain('Locking the server down')
    await until('it to be locked', () => panicState(app.product.services, app.guildId) === 'on')
    expect(await say('owner', '.antinuke panic off')).toContain('Opening')
    await until('it to be open', () => panicState(app.product.services, app.guildId) === 'off')
  }
  const given = [...(app.sandbox.context.world.guilds.get(app.guildId)?.auditLog ?? [])].map(
    ({ reason }) => reason ?? '',
  )
  expect(given.filter(reason => reason.startsWith('Panic by')).map(reason => reason.split(')')[1])).toContain('')
  expect(given.filter(reason => /^Panic by.*\)./.test(reason))).toEqual([])
})

test('all modules are switched off only after a question', async () => {
  await say('owner', '.antinuke on')
  const question = await ask('owner', '.antinuke module all off')
  expect(textOf(question)).toContain('Nobody is stopped while all modules are off.')
  expect(Object.values(own().modules)).not.toContain(false)
  const [row] = question.components as { components: { custom_id: string }[] }[]
  await app.as('owner').press(question, row?.components[0]?.custom_id ?? '')
  await until('all to be off', () => Object.values(own().modules).every(one => !one))
})
