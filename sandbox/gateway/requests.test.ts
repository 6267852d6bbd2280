import { ChannelType, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { identified, settled } from '#test/sandbox/raw-client.ts'
import { startSandbox } from '#test/sandbox.ts'
import type { Conditions } from '../conditions.ts'

async function stage(conditions: Partial<Conditions> = {}) {
  const sandbox = await startSandbox({ conditions })
  const client = await identified(sandbox, { intents: Intent.Guilds | Intent.GuildVoiceStates | Intent.GuildMembers })
  const guildId = String((await client.event('GUILD_CREATE'))['id'])
  const { channels } = sandbox.context.world
  const rooms = [...channels.values()].flatMap(({ channel, guildId: home }) =>
    home === guildId && channel.type === ChannelType.GuildVoice ? [channel.id] : [],
  )
  return { sandbox, client, guildId, rooms }
}

test.each(['voice.invalid:443', null])(
  "whoever joins voice receives the voice server's address once: %s",
  async endpoint => {
    const { client, guildId, rooms } = await stage(endpoint === null ? { voiceEndpoint: null } : {})
    const [one = '', two = one] = rooms
    for (const channel_id of [one, two]) client.send(4, { guild_id: guildId, channel_id })
    await settled(client)
    const heard = client.frames.filter(({ t }) => t?.startsWith('VOICE_'))
    expect(heard[0]).toMatchObject({ t: 'VOICE_STATE_UPDATE', d: { channel_id: one } })
    expect(heard.filter(({ t }) => t === 'VOICE_SERVER_UPDATE').map(({ d }) => d)).toEqual([
      { token: expect.stringMatching(/^[0-9a-f]{16}$/), guild_id: guildId, endpoint },
    ])
  },
)

const presence = (status: string) => ({ since: null, activities: [], status, afk: false })

test('a sixth presence within twenty seconds ends the connection', async () => {
  const { client } = await stage()
  for (let sent = 0; sent < 5; sent += 1) client.send(3, presence('idle'))
  await settled(client)
  client.send(3, presence('idle'))
  expect(await client.closed).toBe(4008)
})

test('a status that Discord does not know is a violation', async () => {
  const { sandbox, client } = await stage()
  for (const status of ['online', 'idle', 'dnd', 'invisible']) client.send(3, presence(status))
  await settled(client)
  expect(sandbox.violations()).toEqual([])
  client.send(3, presence('busy'))
  await settled(client)
  expect(sandbox.violations()).toMatchObject([{ kind: 'gateway', where: 'PRESENCE_UPDATE' }])
})

test('ids sent as numbers lose no digit', async () => {
  const { sandbox, client, guildId, rooms } = await stage()
  const [userId = ''] = sandbox.context.world.guilds.get(guildId)?.members.keys() ?? []
  client.say(`{"op":4,"d":{"guild_id":${guildId},"channel_id":${rooms[0]}}}`)
  expect(await client.event('VOICE_STATE_UPDATE')).toMatchObject({ guild_id: guildId, channel_id: rooms[0] })
  client.say(`{"op":8,"d":{"guild_id":${guildId},"user_ids":[${userId}]}}`)
  expect(await client.event('GUILD_MEMBERS_CHUNK')).toMatchObject({ members: [{ user: { id: userId } }] })
})
