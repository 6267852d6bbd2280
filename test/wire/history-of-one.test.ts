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
  // Changes that one person makes within a short time become one entry.
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

test('only the changes of this thing are listed and counted, newest first', async () => {
  expect(await asked('thing=tags/kiln')).toEqual({ total: 2, told: ['changed kiln', 'created kiln'] })
  // Neither a part of a name nor another kind of thing matches.
  for (const thing of ['tags/kil', 'panels/kiln', 'tags/____']) expect(await asked(`thing=${thing}`)).toEqual(none)
  for (const thing of ['tags', 'tags/%25', 'tags/a/b', '/kiln']) expect(await asked(`thing=${thing}`)).toBe(400)
})

test('a person who may view only another feature reads none of them, on the page or in the file', async () => {
  await dashboard.give({ feature: 'customcommands', level: 'view' })
  const { helper } = dashboard
  expect(await asked('', helper)).toEqual({ total: 1, told: ['created rules'] })
  for (const more of ['', '&feature=tickets', '&search=kiln'])
    expect(await asked(`thing=tags/kiln${more}`, helper)).toEqual(none)
  const file = await helper.call('GET', dashboard.at('history/export?format=json&thing=tags/kiln'))
  expect(file.status).toBe(200)
  expect(JSON.stringify(file.body)).not.toContain('kiln')
})
