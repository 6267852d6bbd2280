import { User, UserManager } from 'discord.js'
import { expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'
import { smallCaches } from './caches.ts'

test('messages are not cached, and only some members are', async () => {
  const app = await createHarness()
  try {
    const { client } = app.product.services
    const asked = await app.as('member1').say(app.channel('general'), '.ping')
    await app.answerTo(asked)
    const channels = [...client.channels.cache.values()].filter(channel => channel.isTextBased())
    expect(channels.length).toBeGreaterThan(0)
    expect(channels.flatMap(channel => [...channel.messages.cache.keys()])).toEqual([])

    const guild = await client.guilds.fetch(app.guildId)
    const everybody = await guild.members.fetch()
    expect(everybody.size).toBeGreaterThan(10)
    expect(guild.members.cache.size).toBeLessThanOrEqual(26)
    expect(guild.members.me?.id).toBe(client.user.id)
  } finally {
    await app.close()
  }
})

test('the last ten thousand people are cached, and the bot itself', () => {
  const cacheFor = smallCaches() as unknown as (...made: unknown[]) => Map<string, unknown>
  const people = cacheFor(UserManager, User, UserManager)
  const client = { user: { id: '0' } }
  for (let person = 0; person <= 10_001; person++) people.set(`${person}`, { id: `${person}`, client })
  expect(people.size).toBe(10_000)
  expect(['0', '1', '2', '10001'].map(id => people.has(id))).toEqual([true, false, false, true])
})
