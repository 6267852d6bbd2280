import { type Client, DiscordAPIError, RESTJSONErrorCodes, type User } from 'discord.js'
import { expect, test } from 'vitest'
import { findUser } from './find-user.ts'
import { peopleOf } from './people.ts'

test('Discord is asked once about an id that is nobody’s, and again after it did not answer', async () => {
  const asked: string[] = []
  let isDown = true
  const body = { code: RESTJSONErrorCodes.UnknownUser, message: 'Unknown User' }
  const cache = new Map<string, User>()
  // Only the needed parts of a client.
  const client = {
    users: {
      cache,
      async fetch(id: string) {
        if (cache.has(id)) return cache.get(id)
        asked.push(id)
        await Promise.resolve()
        throw isDown ? new Error('socket hang up') : new DiscordAPIError(body, body.code, 404, 'GET', id, {})
      },
    },
  } as unknown as Client
  expect(await findUser(client, '1')).toBe(null)
  isDown = false
  for (let page = 0; page < 3; page++) expect((await peopleOf(client, ['1', '2']))('1').name).toBe(null)
  expect(await findUser(client, '2')).toBe('nobody')
  expect(asked).toEqual(['1', '1', '2'])
  // Once the client knows somebody with this id, it is no longer nobody's.
  const joined = { globalName: null, username: 'late' } as User
  cache.set('2', joined)
  expect(await findUser(client, '2')).toBe(joined)
})
