import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let general: string
let owner: Visitor
beforeAll(async () => {
  harness = await createHarness()
  general = harness.channel('general')
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

const ask = async (login: string, content: string) => harness.answerTo(await harness.as(login).say(general, content))
const answer = async (login: string, content: string) => textOf(await ask(login, content))
const basic = () => `/api/guild/${harness.guildId}/basic`
const post = (body: Record<string, unknown>) => owner.call('POST', basic(), body)
const read = async () => (await owner.call('GET', basic())).body

test('an administrator changes the prefix on the dashboard and the bot answers to it', async () => {
  expect(await answer('member1', '.ping')).toContain('Pong')
  expect(await post({ basicUpdate: true, prefix: '?!', flag_translation: 'off', invite_tracking: 'on' })).toMatchObject(
    {
      status: 200,
      body: { success: true },
    },
  )
  expect(await read()).toMatchObject({
    guild: { prefix: '?!', flag_translation: { enabled: false }, invite: { tracking: true } },
  })
  const old = await harness.as('member1').say(general, '.ping')
  expect(await answer('member1', '?!ping')).toContain('Pong')
  const answers = harness.messages(general).filter(({ message_reference }) => message_reference?.message_id === old.id)
  expect(answers).toEqual([])
  await post({ basicUpdate: true, prefix: '.' })
})

test.each([
  ['six characters', { prefix: '123456' }, 'prefix'],
  ['spaces', { prefix: '   ' }, 'prefix'],
  ['nothing', { prefix: '' }, 'prefix'],
  ['a mention', { prefix: '<@1>' }, 'prefix'],
  ['a number', { prefix: 5 }, 'prefix'],
  ['a wrong switch', { invite_tracking: 'yes' }, 'invite_tracking'],
  [
    'a wrong switch of another feature beside what is right',
    { prefix: '!', flag_translation: 'maybe' },
    'flag_translation',
  ],
])('a prefix form with %s is refused with a sentence and changes nothing', async (_what, body, field) => {
  const before = await read()
  const refused = await post({ basicUpdate: true, ...body })
  expect(refused).toMatchObject({ status: 400, body: { success: false, fields: { [field]: expect.any(String) } } })
  expect(await read()).toEqual(before)
})

test('an unknown key, another form and no form at all are refused', async () => {
  for (const body of [{ basicUpdate: true, prefx: '!' }, { nosuchUpdate: true }, {}])
    expect(await post(body)).toMatchObject({ status: 400, body: { success: false } })
})

test('.setprefix takes two characters, from managers only', async () => {
  expect(await answer('member1', '.setprefix !')).toBe('You need Manage Server for that.')
  expect(await answer('admin', '.setprefix 123')).toContain('at most 2 characters')
  expect(await answer('admin', '.setprefix "  "')).toContain('cannot contain spaces')
  expect(await answer('admin', '.setprefix @a')).toContain('cannot contain @')
  expect(await answer('admin', '.setprefix !')).toContain('`!`')
  expect(await answer('member1', '!ping')).toContain('Pong')
  expect(await answer('admin', '!setprefix .')).toContain('`.`')
})

test('the answer to switching a module fits every title', async () => {
  for (const { contract } of harness.product.services.features)
    for (const state of ['off', 'on']) {
      const told = await answer('owner', `.config ${contract.name} ${state}`)
      expect(told).not.toMatch(new RegExp(`(?<!The module )${contract.title} (?:is|are|has|have)\\b`))
    }
})

test('a module that asks before it is switched off is never switched off without asking', async () => {
  expect(await answer('owner', '.config antinuke on')).toContain('now on')
  expect(await answer('member1', '.config antinuke off')).not.toContain('it asks')
  expect(await answer('owner', '.config antinuke off')).toContain('`.antinuke off`')
  expect(await answer('owner', '.config')).toMatch(/🟢 \*\*[^*]+\*\* `antinuke`/)
  expect(await answer('owner', '.help antinuke')).not.toContain('antinuke.view')
  harness.product.services.settings.write(harness.guildId, antinuke, { enabled: false }, { userId: null, via: 'test' })
})

test('every change is in the history with its author', async () => {
  await post({ basicUpdate: true, prefix: '~' })
  await post({ basicUpdate: true, prefix: '.' })
  const { body } = await owner.call('GET', `/api/guild/${harness.guildId}/history?feature=general&limit=1`)
  expect(body).toMatchObject({
    revisions: [
      {
        author: { userId: harness.as('owner').userId, via: 'api' },
        changes: [{ key: 'prefix', difference: { kind: 'value', before: '~', after: '.' } }],
      },
    ],
  })
})

interface Control {
  custom_id: string
  label?: string
  options?: { label: string; value: string }[]
}

const controls = ({ components = [] }: APIMessage): Control[] =>
  components.flatMap(row => ('components' in row ? (row.components as unknown as Control[]) : []))

async function after(message: APIMessage, act: Promise<void>, sign: string) {
  await act
  return until(`help to show ${sign}`, () => {
    const now = harness.messages(general).find(({ id }) => id === message.id)
    return now && textOf(now).includes(sign) ? now : undefined
  })
}

test('help turns its pages for the member who asked, even after a restart', async () => {
  const help = await ask('member1', '.help')
  expect(textOf(help)).toContain('Getting Started')
  const [picker] = controls(help)
  const menu = picker?.custom_id ?? ''
  const category = picker?.options?.find(({ label }) => label === 'Getting Started')?.value ?? ''
  const chosen = await after(help, harness.as('member1').press(help, menu, [category]), 'Page 1 of')
  await harness.restart()
  const next = controls(chosen).find(({ label }) => label === 'Next')
  const turned = await after(chosen, harness.as('member1').press(chosen, next?.custom_id ?? ''), 'Page 2 of')
  const before = harness.shownTo('member2').length
  await harness.as('member2').press(turned, menu, [category])
  const refusal = await until('a refusal', () => harness.shownTo('member2')[before])
  expect(textOf(refusal)).toContain('belong to somebody else')
  owner = await harness.signIn('owner')
})

test('help for one command shows its usage, and says when there is none', async () => {
  expect(await answer('member1', '.help setprefix')).toContain('.setprefix <prefix>')
  expect(await answer('member1', '.help GUILDINFO')).toContain('.serverinfo')
  expect(await answer('member1', '.help nosuch @everyone')).toContain('There is no command')
  expect(await answer('member1', '.help getting started')).toContain('Page 1 of')
})

test('a group of slash commands is explained by its name, and typed like one', async () => {
  const voice = await answer('owner', '.help voice')
  expect(voice).toContain('Moderates members in voice channels')
  expect(voice).toContain('.vmute')
  expect(await answer('owner', '.help purge')).toContain('.purge <amount>')
  expect((await ask('member1', '.info avatar')).embeds[0]?.image?.url).toContain(harness.as('member1').userId)
})

test('typed mentions are repeated as names', async () => {
  const { userId } = harness.as('member1')
  const told = await answer('owner', `.purge 3 <@${userId}>`)
  expect(told).toContain('I do not know what to do with “@')
  expect(told).not.toContain(userId)
})

test('the statistics of the server, the bot and people are shown', async () => {
  expect(await answer('member1', '.serverinfo')).toContain('Members')
  expect(await answer('member1', '.guildinfo')).toContain('Verification')
  expect(await answer('member1', '.botinfo')).toMatch(/Servers\n2/)
  expect(await answer('member1', '.uptime')).toContain('running for')
  expect(await answer('member1', '.userinfo jun_tan')).toContain(harness.as('member1').userId)
  expect(await answer('member1', `.uinfo ${harness.as('stranger').userId}`)).toContain('not in this server')
  expect((await ask('member1', '.avatar')).embeds[0]?.image?.url).toContain(harness.as('member1').userId)
  expect((await ask('member1', '.botinvite')).components).toHaveLength(1)
})

test('.config lists modules and shows settings', async () => {
  expect(await answer('admin', '.config')).toContain('`doctor`')
  expect(await answer('admin', '.config show general')).toMatch(
    /\*\*Bot Prefix\*\*: `\.`\n\*\*Who may use which command\*\*: not set/,
  )
  expect(await answer('admin', '.config show automod')).toMatch(/Within\*\*: 5 seconds[^]*Action\*\*: Timeout/)
  expect(await answer('admin', '.config nosuch on')).toContain('There is no module “nosuch”. There are: antinuke')
  expect(await answer('admin', '.config welcome on')).toContain('Did you mean greetings?')
  expect(await answer('admin', '.config ticket on')).toContain('There is no module “ticket”. Did you mean tickets?')
  expect(await answer('admin', '.config general off')).toContain('no switch')
  expect(await answer('member1', '.config')).toBe('You need Manage Server for that.')
})

test('the bot status shows numbers and no names', async () => {
  const { status, body } = await harness.visitor().call('GET', '/api/debug/bot-status')
  expect(status).toBe(200)
  expect(body).toEqual({
    guildCount: 2,
    guilds: [{ memberCount: expect.any(Number) }, { memberCount: expect.any(Number) }],
  })
})

test('the count is requested from Discord once for everybody who refreshes it within seconds', async () => {
  const path = `/api/guild/${harness.guildId}/stats`
  const { memberCount } = harness.product.services.client.guilds.cache.get(harness.guildId) ?? {}
  expect(await owner.call('GET', path)).toMatchObject({ status: 200, body: { stats: { memberCount } } })
  const asked = () => harness.sandbox.requests().filter(each => each.path.includes('with_counts=true')).length
  const before = asked()
  expect(before).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 5 }, () => owner.call('GET', path)))
  expect(asked()).toBeLessThanOrEqual(before + 1)
})

test('modules are listed, and only those with a switch can be switched', async () => {
  const path = `/api/guild/${harness.guildId}/modules`
  expect(await owner.call('GET', path)).toMatchObject({
    status: 200,
    body: {
      modules: expect.arrayContaining([expect.objectContaining({ name: 'general', enabled: true, switchable: false })]),
    },
  })
  expect(await owner.call('PATCH', `${path}/nosuch`, { enabled: true })).toMatchObject({ status: 404 })
  expect(await owner.call('PATCH', `${path}/general`, { enabled: false })).toMatchObject({ status: 400 })
})

test('the documentation page lists every command with its usage', async () => {
  const { body } = await harness.visitor().call('GET', '/api/commands')
  expect(body).toMatchObject({
    commands: expect.arrayContaining([
      expect.objectContaining({ usage: '.config set <module> <on|off>', needs: ['Manage Server'] }),
    ]),
  })
})
