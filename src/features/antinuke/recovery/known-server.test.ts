import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

type Rogue = ReturnType<GuardedServer['app']['as']>

let server: GuardedServer
afterEach(() => server.app.close())

/** Whether the server was read before anything was made anew, after `attack` was stopped and put back. */
async function readsFirst(attack: (rogue: Rogue) => Promise<void>): Promise<boolean> {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const isKnown = (part: 'members' | 'webhooks') => noteOf(services, guildId, part) !== undefined
  await until(
    'the server to be known',
    () => isKnown('members') && isKnown('webhooks') && !noteOf(services, guildId, 'gap'),
  )
  const from = app.sandbox.requests().length
  await attack(app.as('rogue'))
  const { report } = await until('the recovery to be over', () => {
    const recovery = recoveryOf(services, guildId, 1)
    return recovery?.state === 'done' && recovery
  })
  expect(differing(report)).toEqual([])
  const route = '/guilds/:guild_id/channels'
  const own = app.sandbox.requests().slice(from)
  const methods = own.flatMap(one => (one.caller === 'bot' && one.route === route ? [one.method] : []))
  // It is read in the end.
  expect(methods).toContain('GET')
  expect(methods).toContain('POST')
  return methods.indexOf('GET') < methods.indexOf('POST')
}

/** Some belong to the community, and Discord keeps them. */
async function deleteChannels(rogue: Rogue): Promise<void> {
  const doomed = [...server.world().channelIds]
  for (const id of doomed)
    if (!server.isBanned(rogue.userId)) await rogue.rest('DELETE', `/channels/${id}`).catch(() => undefined)
}

test('where channels were deleted, the first is back before anything is asked for', async () => {
  expect(await readsFirst(deleteChannels)).toBe(false)
})

test('where the attackers made something, too, the server is looked at first: others may be using it', async () => {
  const both = async (rogue: Rogue) => {
    await rogue.rest('POST', `/guilds/${server.guildId}/channels`, { name: 'raided' })
    await deleteChannels(rogue)
  }
  expect(await readsFirst(both)).toBe(true)
})
