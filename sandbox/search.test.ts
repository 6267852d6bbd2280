import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

async function open(searchIndexReady = true) {
  const world = await openWire([Intent.Guilds, Intent.GuildMessages], { searchIndexReady })
  const general = world.channel('general')
  const write = async (who: string, content: string, room = general) =>
    String((await world.ask(who, `POST /channels/${room}/messages`, { body: { content } })).body.id)
  const search = async (query: string, who = 'bot') => {
    const { body } = await world.ask(who, `GET /guilds/${world.guildId}/messages/search?${query}`)
    return body as { messages: { id: string; hit: boolean }[][]; total_results: number; code?: number }
  }
  const ids = async (query: string, who = 'bot') => (await search(query, who)).messages.map(([message]) => message?.id)
  return { world, general, write, search, ids }
}

test('messages are found by words, author, place and what they carry, newest first', async () => {
  const { world, write, ids, search } = await open()
  const first = await write('member1', 'The zephyr kiln, at last: https://example.org/kiln')
  const second = await write('bot', 'zephyr again')
  const third = await write('member1', 'zephyr in the wood', world.channel('woodwork'))
  expect(await ids('content=zephyr')).toEqual([third, second, first])
  expect(await ids('content=zephyr&sort_order=asc&limit=1&offset=1')).toEqual([second])
  expect(await ids('content=kiln%20zephyr')).toEqual([first])
  expect(await ids(`content=zephyr&author_id=${world.idOf('member1')}`)).toEqual([third, first])
  expect(await ids('content=zephyr&author_type=-bot')).toEqual([third, first])
  expect(await ids('content=zephyr&has=link')).toEqual([first])
  expect(await ids('content=zephyr&link_hostname=example.org')).toEqual([first])
  expect(await ids(`content=zephyr&channel_id=${world.channel('woodwork')}`)).toEqual([third])
  expect(await ids(`content=zephyr&max_id=${second}`)).toEqual([first])
  await world.ask('bot', `PUT /channels/${world.channel('general')}/messages/${first}/reactions/%F0%9F%94%A5/@me`)
  const { messages, total_results } = await search('content=zephyr&limit=1&sort_order=asc')
  expect([total_results, messages[0]?.[0]?.hit]).toEqual([3, true])
  expect(messages[0]?.[0]).not.toHaveProperty('reactions')
  expect(world.sandbox.violations()).toEqual([])
})

test('search finds no messages that the caller cannot read or that were deleted with their channel', async () => {
  const { world, write, ids, search } = await open()
  const hidden = await write('owner', 'zephyr for staff', world.channel('mod-log'))
  expect(await ids('content=zephyr')).toEqual([hidden])
  expect(await ids('content=zephyr', 'member1')).toEqual([])
  await world.ask('bot', `DELETE /channels/${world.channel('mod-log')}`)
  expect(await ids('content=zephyr')).toEqual([])
  expect((await search('limit=26', 'owner')).code).toBe(50_035)
  for (const application of world.sandbox.context.world.applications.values()) application.privilegedIntents = 0
  expect((await search('content=zephyr')).code).toBe(50_001)
})

test('while the index is being built, search answers 202', async () => {
  const { world } = await open(false)
  const answer = await world.ask('bot', `GET /guilds/${world.guildId}/messages/search?content=x`)
  expect(answer).toMatchObject({ status: 202, body: { code: 110_000, documents_indexed: 0, retry_after: 2 } })
  const threads = await world.ask('bot', `GET /channels/${world.channel('general')}/threads/search?name=x`)
  expect(threads.status).toBe(202)
  expect(world.sandbox.violations()).toEqual([])
})

test('threads are found by their names', async () => {
  const { world, general } = await open()
  for (const name of ['Zephyr one', 'Zephyr two', 'Other'])
    await world.ask('bot', `POST /channels/${general}/threads`, { body: { name, type: 11 } })
  const { body } = await world.ask(
    'bot',
    `GET /channels/${general}/threads/search?name=zephyr&limit=1&sort_by=creation_time`,
  )
  expect(body).toMatchObject({ threads: [{ name: 'Zephyr two' }], has_more: true, total_results: 2 })
  expect(world.sandbox.violations()).toEqual([])
})
