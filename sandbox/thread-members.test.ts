import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

test('a bot without the members intent gets no list of members, of a server or of a thread', async () => {
  const world = await openWire([Intent.Guilds])
  const { body } = await world.ask('bot', `POST /channels/${world.channel('general')}/threads`, {
    body: { name: 'talk', type: 11 },
  })
  const ofThread = `GET /channels/${String(body.id)}/thread-members` as const
  const lists = [ofThread, `GET /guilds/${world.guildId}/members`] as const
  for (const list of lists) expect(await world.ask('bot', list)).toMatchObject({ status: 200 })
  for (const application of world.sandbox.context.world.applications.values()) application.privilegedIntents = 0
  for (const list of lists) expect(await world.ask('bot', list)).toMatchObject({ status: 403, body: { code: 50_001 } })
  expect(await world.ask('member1', ofThread)).toMatchObject({ status: 200 })
})
