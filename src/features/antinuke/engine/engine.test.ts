import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

let server: GuardedServer
afterEach(() => server.app.close())

async function deleteChannels(login: string, most: number): Promise<number> {
  let done = 0
  const { app, world } = server
  for (const id of [...world().channelIds].slice(0, 12)) {
    if (done >= most) break
    try {
      await app.as(login).rest('DELETE', `/channels/${id}`)
      done += 1
    } catch {
      // Rules channels cannot be deleted, and whoever was thrown out can do nothing.
    }
  }
  return done
}

test('an administrator who deletes channels is banned at the third', async () => {
  server = await guardedServer()
  const { userId } = server.app.as('rogue')
  await deleteChannels('rogue', 3)
  await until('the ban', () => server.isBanned(userId))
  const incident = await until('the incident to be contained', () =>
    server.incidents().find(({ state }) => state === 'contained'),
  )
  expect(incident).toMatchObject({ number: 1, module: 'anti_channel', actorId: userId, punishment: 'BAN' })
})
