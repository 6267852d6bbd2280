import { ChannelType, type Client, DiscordAPIError, HTTPError } from 'discord.js'
import { expect, test } from 'vitest'
import { findMade } from './find-made.ts'

const id = '1400000000000000001'

function search(error: Error): Promise<string | undefined> {
  // The parts that are used.
  const client = { user: { id: '3' }, rest: { get: () => Promise.reject(error) } } as unknown as Client<true>
  const body = { name: 'rules', type: ChannelType.GuildText }
  const server = { state: { channel: new Map([[id, body]]) } }
  const act = { do: 'create', kind: 'channel', body } as unknown as Parameters<typeof findMade>[1]
  return findMade(client, act, {
    guildId: '1',
    reason: 'incident 1',
    begunAt: 0,
    server: server as unknown as Parameters<typeof findMade>[2]['server'],
    taken: () => false,
    idNow: one => one,
  })
}

test('where the audit log may not be read, what a step made is found by its name', async () => {
  const refused = new DiscordAPIError({ code: 50013, message: 'Missing Permissions' }, 50013, 403, 'GET', '', {})
  expect(await search(refused)).toBe(id)
})

test('while Discord does not answer, nothing is taken for what a step made', async () => {
  await expect(search(new HTTPError(503, 'Service Unavailable', 'GET', '', {}))).rejects.toThrow('Service Unavailable')
})
