// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { createProbeFeature } from '#test/probe-feature.ts'
import { until } from '#test/until.ts'

let harness: Harness
let general: string
beforeAll(async () => {
  harness = await createHarness({ features: [createProbeFeature([])] })
  general = harness.channel('general')
  await until('the commands to be registered', () =>
    harness.sandbox.requests().some(({ method, path }) => method === 'PUT' && path.endsWith('/commands')),
  )
})
afterAll(() => harness.close())

const picture = () => new File([new Uint8Array([1, 2, 3])], 'bowl.png', { type: 'image/png' })
const typed = async (content: string, files: File[] = []) =>
  textOf(await harness.answerTo(await harness.as('member1').say(general, content, {}, files)))

/** The bot's next answer to a slash command, shown to all or to the caller. */
async function slash(path: string, options: Parameters<ReturnType<Harness['as']>['slash']>[2]) {
  const before = harness.messages(general).length
  const whispers = harness.shownTo('member1').length
  await harness.as('member1').slash(general, path, options)
  return until(`an answer to /${path}`, () => {
    const answer = harness.shownTo('member1')[whispers] ?? harness.messages(general)[before]
    return answer && textOf(answer)
  })
}

test('a number, a boolean and an attachment are read from a message and from a slash command', async () => {
  expect(await typed('.measure 1.5 yes a note', [picture()])).toBe('size=1.5 hot=true note=a note picture=bowl.png')
  const options = { size: 1.5, hot: false, note: 'a note', picture: picture() }
  expect(await slash('measure', options)).toBe('size=1.5 hot=false note=a note picture=bowl.png')
})

test('a word that is not a boolean belongs to the next option', async () => {
  expect(await typed('.measure 2 yesterday')).toBe('size=2 hot=undefined note=yesterday picture=undefined')
  expect(await typed('.measure 2 OFF')).toContain('hot=false')
})

test.each([
  ['.measure', 'Missing: size'],
  ['.measure much', 'Size must be a number'],
  ['.measure 0.4', 'Size must be at least 0.5'],
  ['.measure 1e2', 'Size must be at most 10'],
  ['.measure 1,5', 'Size must be a number'],
  ['.measure NaN', 'Size must be a number'],
])('%s is refused with what is wrong', async (content, sentence) => {
  expect(await typed(content)).toContain(sentence)
})

const roleNamed = (name: string): string =>
  [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    role => role.name === name,
  )?.id ?? ''

test('a member or a role is recognized by mention, id or name, typed and as a slash command', async () => {
  const [role, { userId }] = [roleNamed('Potter'), harness.as('member3')]
  const { username: name } = await harness.as('member3').rest<{ username: string }>('GET', '/users/@me')
  for (const who of [`<@&${role}>`, role, '@Potter', 'potter', '"Potter"'])
    expect(await typed(`.seat ${who}`)).toBe(`role ${role}`)
  for (const who of [`<@${userId}>`, userId, `@${name}`, name])
    expect(await typed(`.seat ${who}`)).toBe(`member ${userId}`)
  expect(await slash('seat', { who: role })).toBe(`role ${role}`)
  expect(await slash('seat', { who: userId })).toBe(`member ${userId}`)
})

test('when a member and a role have the same name, neither is chosen, and @everyone cannot be chosen', async () => {
  const { username: name } = await harness.as('member4').rest<{ username: string }>('GET', '/users/@me')
  const { id } = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, { name })
  const { client } = harness.product.services
  await until('the role', () => client.guilds.cache.get(harness.guildId)?.roles.cache.has(id))
  const told = await typed(`.seat @${name}`)
  expect(told).toContain('Several match')
  expect(told).toContain(`the role ${name} (${id})`)
  expect(await typed('.seat @Pottre')).toContain('There is no member or role “@Pottre” in this server. Did you mean')
  expect(await typed('.seat everyone')).toContain('so it cannot be chosen here')
  expect(await slash('seat', { who: harness.guildId })).toContain('so it cannot be chosen here')
})

test('a command is under a root as a slash command, and keeps its name when typed', async () => {
  expect(await slash('make glaze', { colour: 'blue' })).toBe('blue')
  expect(await typed('.glaze blue')).toBe('blue')
  expect(await slash('make many pots', { count: 3 })).toBe('3 pots')
  expect(await typed('.glazes pots 3')).toBe('3 pots')
})

test('a mistake under a root shows the usage as it was called', async () => {
  expect(await typed('.glazes pots 10')).toContain('.glazes pots <count>')
  await expect(slash('glaze', { colour: 'blue' })).rejects.toThrow('no slash command /glaze')
})

test('a command for typing only is not registered as a slash command', async () => {
  expect(await typed('.secret')).toBe('whispered')
  await expect(slash('secret', {})).rejects.toThrow('no slash command /secret')
})

const complete = (word: string) => harness.as('member1').complete(general, 'make glaze', 'colour', word)

test('typed text is completed; suggestions that Discord would refuse are left out or cut', async () => {
  const [first, second, ...more] = await complete('blue')
  expect(first).toEqual({ name: 'blueish', value: 'blueish' })
  expect(second?.value).toBe('own')
  expect([...(second?.name ?? '')]).toHaveLength(100)
  expect(more).toEqual([])
  expect(await complete('many')).toHaveLength(25)
})

test('nothing is suggested when completion fails or never ends', async () => {
  expect(await complete('crash')).toEqual([])
  expect(harness.logged.some(line => line.includes('autocomplete failed'))).toBe(true)
  expect(await complete('never')).toEqual([])
})

test('nothing is suggested while the module is off', async () => {
  const { settings, features } = harness.product.services
  const [probe] = features
  if (!probe) throw new Error('no probe')
  const author = { userId: null, via: 'test' }
  settings.write(harness.guildId, probe.contract, { enabled: false }, author)
  expect(await complete('blue')).toEqual([])
  settings.write(harness.guildId, probe.contract, { enabled: true }, author)
})
