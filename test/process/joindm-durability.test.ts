import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { directMessagesBetween } from '#sandbox/world/direct-messages.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { useKilledProduct } from '../killed-product.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct({ rateLimits: false })

test('nine people join at once and the process is killed: each gets their message, none twice', async () => {
  const { sandbox, home } = product
  const { botUserId } = applicationOf(sandbox)
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const saved = await owner.call('POST', `/api/guild/${home.guildId}/joindms`, {
    joindmsUpdate: true,
    enabled: 'on',
    type: 'message',
    content: 'Welcome {member.id}',
  })
  expect(saved.status).toBe(200)
  const people = Array.from({ length: 9 }, () => createAccount(sandbox.context, 'crowd'))
  const got = (id: string) => directMessagesBetween(sandbox.context, botUserId, id)?.messages.size ?? 0
  const reached = () => people.filter(id => got(id) > 0).length
  for (const id of people) joinGuild(sandbox.context, id, home.guildId)
  const stored = (where = '1') => product.query(`SELECT 1 FROM joindm_queue WHERE ${where}`).length
  await until('all to be heard of and some to be written to', () => stored() === people.length && reached() > 1)
  await product.killed()
  await product.run()
  await until('everybody to be written to', () => reached() === people.length)
  await until('nothing to wait', () => stored("state <> 'sent'") === 0)
  expect(people.map(got)).toEqual(people.map(() => 1))
})
