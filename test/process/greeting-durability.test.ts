import type { APIMessage } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { useKilledProduct } from '../killed-product.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct({ rateLimits: false })

test('sixty people join at once and the process is killed: each is greeted, none twice', async () => {
  const { sandbox, home } = product
  const { world } = sandbox.context
  const { botUserId } = applicationOf(sandbox)
  const channels = [...(world.guilds.get(home.guildId)?.channelIds ?? [])]
  const channelId = channels.find(id => world.channels.get(id)?.channel.name === 'arrivals')
  if (!channelId) throw new Error('no place to greet in')
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const saved = await owner.call('POST', `/api/guild/${home.guildId}/greeting`, {
    welcomeUpdate: true,
    welcome_channel: 'arrivals',
    welcome_type: 'message',
    welcome_content: 'Welcome {member.id}',
  })
  expect(saved.status).toBe(200)

  const greeted = () =>
    [...(world.channels.get(channelId)?.messages.values() ?? [])]
      .filter((message: APIMessage) => message.author.id === botUserId)
      .map(message => message.content.replace('Welcome ', ''))
  const people = Array.from({ length: 60 }, () => createAccount(sandbox.context, 'crowd'))
  for (const id of people) joinGuild(sandbox.context, id, home.guildId)
  const stored = () => product.query('SELECT 1 FROM greeting_queue').length
  await until('all to be heard of and some to be greeted', () => stored() === people.length && greeted().length > 10)
  await product.killed()
  expect(greeted().length).toBeLessThan(people.length)
  await product.run()
  await until('everybody to be greeted', () => greeted().length >= people.length)
  expect(greeted().toSorted()).toEqual(people.toSorted())
})
