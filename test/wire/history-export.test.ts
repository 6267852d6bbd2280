// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

/** The history as a file: what its page shows with the same filters, for people who may see it. */
let app: Harness
let owner: Visitor
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const asked = (query: string, by = owner) => by.call('GET', at(`history/export?${query}`))
const rows = async (query: string, by = owner) =>
  String((await asked(`format=csv&${query}`, by)).body)
    .trim()
    .split('\r\n')
const basic = (body: object) => owner.call('POST', at('basic'), body)

test('one line for each changed setting, with what the page shows and what the filters match', async () => {
  await basic({ basicUpdate: true, prefix: '!' })
  await basic({ modUpdate: true, max_warnings: 4, appeal_text: 'Write "to us",\nplease' })
  const [head, ...lines] = await rows('')
  expect(head).toBe('"Change","Time","Person","Person ID","Source","Page","Setting","Before","After","Note"')
  expect(lines.join('\r\n')).toContain('"Moderation","How to appeal","none","Write ""to us"",\nplease"')
  expect(lines.join('\r\n')).toContain('"api","Server settings","Bot Prefix",".","!"')
  expect((await rows('feature=general')).slice(1)).toHaveLength(1)
  expect((await rows('search=nothing-like-this')).slice(1)).toEqual([])

  const answer = await asked('format=json&feature=general')
  expect(answer).toMatchObject({
    status: 200,
    body: { changes: [{ feature: 'general', changes: [{ key: 'prefix' }] }] },
  })
})

test.each([
  ['=1+2', "'=1+2"],
  ['@a', "'@a"],
  ['\uFF1D1', "'\uFF1D1"],
  ['a;=b', "a;'=b"],
  ['a; =b', "a; '=b"],
  ['a\t@b', "a\t'@b"],
  ['ask, @staff - or us', 'ask, @staff - or us'],
  ['-2', '-2'],
  ['-2+3', "'-2+3"],
])('no cell is a formula, and a number stays one: %s', async (text, shown) => {
  await basic({ modUpdate: true, appeal_text: text })
  const [, line = ''] = await rows('feature=moderation')
  expect(line.split('","').at(-2)).toBe(shown)
})

test('entries that a cell does not list are counted beside it', async () => {
  const words = Array.from({ length: 150 }, (_, place) => ({ pattern: `word${place}`, kind: 'word' }))
  await basic({ automodUpdate: true, words })
  await basic({ automodUpdate: true, words: words.toReversed() })
  const lines = (await rows('feature=automod&search=words')).slice(1)
  expect(lines[0]).toMatch(/"","","in another order"$/)
  expect(lines[1]).toMatch(/","100 more changed that are not listed"$/)
})

test('it contains the newest thousand changes, which are read in parts', async () => {
  const { settings } = app.product.services
  const { contract } = app.product.services.features.find(one => one.contract.name === 'general') ?? {}
  if (!contract) throw new Error('general is always there')
  for (let change = 0; change < 1010; change++)
    settings.write(app.guildId, contract, { prefix: `p${change}` }, { userId: null, via: 'test' })
  const { changes } = (await asked('format=json')).body as { changes: { id: number; changes: object[] }[] }
  expect(changes).toHaveLength(1000)
  expect(new Set(changes.map(({ id }) => id)).size).toBe(1000)
  expect(changes[0]?.changes).toMatchObject([{ difference: { after: 'p1009' } }])
  const note = expect.stringMatching(/^The newest 1000 of 1\d{3} changes\./)
  expect((await asked('format=json')).body).toMatchObject({ note })
  expect((await rows('')).at(-1)).toMatch(/^(?:"",){9}"The newest 1000 of 1\d{3} changes\..*"$/)
  expect((await asked('format=json&feature=moderation')).body).not.toHaveProperty('note')
})

test('a person who may see one feature gets its changes alone, others get nothing', async () => {
  const helper = await app.signIn('member1')
  expect((await asked('format=csv', helper)).status).toBe(403)
  const { userId } = app.as('member1')
  const grant = { kind: 'member', id: userId, feature: 'moderation', level: 'view', expiresAt: null }
  await owner.call('POST', at('access'), grant)
  const lines = (await rows('', helper)).slice(1)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(text => text.includes('"Bot Prefix"') || text.includes('"Access"'))).toEqual([])
})
