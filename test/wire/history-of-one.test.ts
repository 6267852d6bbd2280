import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import { createTransfers } from '#test/transfers.ts'
import type { Visitor } from '#test/visitor.ts'

/** The changes of one thing, as an editor lists them. */

let dashboard: Awaited<ReturnType<typeof createDelegatedAccess>>
beforeAll(async () => {
  dashboard = await createDelegatedAccess()
  const { save } = await createTransfers(dashboard.app)
  const kiln = (text: string) => ({ name: 'kiln', text, words: [] })
  await save('tag', kiln('The kiln is hot.'))
  await save('tag', { ...kiln('It is elsewhere.'), name: 'kilns' })
  // What one person changes in one go is one entry.
  await save('tag', kiln('The kiln is cold.'), dashboard.admin)
  await save('command', { name: 'rules', answers: [{ content: 'Be kind.' }] })
})
afterAll(() => dashboard.app.close())

interface Told {
  total: number
  revisions: { thing: { name: string; act: string } | null }[]
}
const asked = async (query: string, by: Visitor = dashboard.owner) => {
  const { status, body } = await by.call('GET', dashboard.at(`history?${query}`))
  if (status !== 200) return status
  const { revisions, total } = body as Told
  return { total, told: revisions.map(({ thing }) => thing && `${thing.act} ${thing.name}`) }
}
const none = { total: 0, told: [] }

test('the changes of one thing are those of that one alone, newest first, and as many are counted', async () => {
  expect(await asked('thing=tags/kiln')).toEqual({ total: 2, told: ['changed kiln', 'created kiln'] })
  // Neither a part of what it is known by nor another kind.
  for (const thing of ['tags/kil', 'panels/kiln', 'tags/____']) expect(await asked(`thing=${thing}`)).toEqual(none)
  for (const thing of ['tags', 'tags/%25', 'tags/a/b', '/kiln']) expect(await asked(`thing=${thing}`)).toBe(400)
})

test('whoever may view another feature alone reads nothing of it, on the page and in the file', async () => {
  await dashboard.give({ feature: 'customcommands', level: 'view' })
  const { helper } = dashboard
  expect(await asked('', helper)).toEqual({ total: 1, told: ['created rules'] })
  for (const more of ['', '&feature=tickets', '&search=kiln'])
    expect(await asked(`thing=tags/kiln${more}`, helper)).toEqual(none)
  const file = await helper.call('GET', dashboard.at('history/export?format=json&thing=tags/kiln'))
  expect(file.status).toBe(200)
  expect(JSON.stringify(file.body)).not.toContain('kiln')
})
