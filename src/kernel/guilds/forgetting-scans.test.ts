import { expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'
import { forgetUser } from './forget.ts'

test('forgetting somebody in one server reads no table of all servers from end to end', async () => {
  const harness = await createHarness()
  const { services } = harness.product
  const { $client } = services.db
  const prepare = $client.prepare.bind($client)
  const asked = new Set<string>()
  $client.prepare = (query: string) => {
    asked.add(query)
    return prepare(query)
  }
  forgetUser(services, harness.as('member1').userId, harness.guildId)
  const scans = [...asked].flatMap(query => {
    const values = Array.from(query.matchAll(/\?/g), () => null)
    const plan = prepare(`EXPLAIN QUERY PLAN ${query}`).all(...values) as { detail: string }[]
    return plan.filter(({ detail }) => /^SCAN (?!json_each)/.test(detail)).map(({ detail }) => `${detail}: ${query}`)
  })
  expect(asked.size).toBeGreaterThan(20)
  expect(scans).toEqual([])
  await harness.close()
})
