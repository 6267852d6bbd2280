import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { giveRole } from './give-role.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

test('a role is not withheld because Discord refuses the token for a moment', async () => {
  const { services } = app.product
  const guild = services.client.guilds.cache.get(app.guildId)
  const role = guild?.roles.cache.find(({ name }) => name === 'Potter')
  const member = await guild?.members.fetch(app.as('member1').userId)
  if (!role || !member) throw new Error('no such role or member')
  await member.roles.remove(role)
  const give = () => giveRole(services, { name: 'probe', title: 'Probe' }, { member, roleId: role.id, why: 'a test' })
  const route = 'PUT /guilds/:guild_id/members/:user_id/roles/:role_id'
  app.sandbox.context.conditions.failNext = { count: 2, status: 401, route }
  await expect(give()).rejects.toMatchObject({ status: 401 })
  expect(await give()).toBe(true)
})
