import { DiscordAPIError, type InternalRequest, type REST } from 'discord.js'
import { expect, test } from 'vitest'
import { pauseRefusedRoutes, mostRefusals } from './refusals.ts'

const request = (method: string, fullRoute: `/${string}`) => ({ method, fullRoute }) as unknown as InternalRequest

function stage(status: number) {
  const asked: string[] = []
  const rest: Pick<REST, 'request'> = {
    request({ method, fullRoute }) {
      asked.push(fullRoute)
      const raw = { code: 50_013, message: 'Missing Permissions' }
      return Promise.reject(new DiscordAPIError(raw, raw.code, status, method, fullRoute, {}))
    },
  }
  const forget = pauseRefusedRoutes(rest)
  const ask = (method: string, fullRoute: `/${string}`) => rest.request(request(method, fullRoute))
  return { asked, forget, ask }
}

test('a route that keeps being refused is paused, whichever message it is about; others are not', async () => {
  const { asked, forget, ask } = stage(403)
  for (let id = 1; id <= 50; id++)
    await expect(ask('DELETE', `/channels/1/messages/${id}`)).rejects.toMatchObject({ status: 403, code: 50_013 })
  expect(asked).toHaveLength(mostRefusals)
  await expect(ask('DELETE', '/channels/2/messages/1')).rejects.toMatchObject({ status: 403 })
  await expect(ask('POST', '/channels/1/messages')).rejects.toMatchObject({ status: 403 })
  expect(asked).toHaveLength(mostRefusals + 2)
  for (let id = 1; id <= 50; id++)
    await expect(ask('PUT', `/guilds/1/members/${id}/roles/7`)).rejects.toMatchObject({ status: 403 })
  expect(asked).toHaveLength(2 * mostRefusals + 2)
  forget()
  await expect(ask('DELETE', '/channels/1/messages/1')).rejects.toMatchObject({ status: 403 })
  expect(asked).toHaveLength(2 * mostRefusals + 3)
})

test('a member who cannot be punished does not block punishing others, and a 404 is not a refusal', async () => {
  const members = stage(403)
  for (let id = 1; id <= 50; id++)
    await expect(members.ask('PATCH', `/guilds/1/members/${id}`)).rejects.toMatchObject({ status: 403 })
  expect(members.asked).toHaveLength(50)
  const gone = stage(404)
  for (let id = 1; id <= 50; id++)
    await expect(gone.ask('DELETE', `/channels/1/messages/${id}`)).rejects.toMatchObject({ status: 404 })
  expect(gone.asked).toHaveLength(50)
})
