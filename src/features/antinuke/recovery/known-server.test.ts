import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { noteOf } from '../journal/notes.ts'
import { knownServer } from './known-server.ts'
import { recoveryOf } from './progress.ts'
import { emptyState, readServerNow } from './server-now.ts'
import { objectKinds, type ObjectKind } from '../journal/objects.ts'

type Rogue = ReturnType<GuardedServer['app']['as']>

let server: GuardedServer
afterEach(() => server.app.close())

/** A server whose journal knows everything. */
async function readServer(): Promise<void> {
  server = await guardedServer()
  const { guildId } = server
  const { services } = server.app.product
  const isKnown = (part: 'members' | 'webhooks') => noteOf(services, guildId, part) !== undefined
  await until(
    'the server to be known',
    () => isKnown('members') && isKnown('webhooks') && !noteOf(services, guildId, 'gap'),
  )
}

/** Whether the server was read before anything was made anew, after `attack` was stopped and put back. */
async function readsFirst(attack: (rogue: Rogue) => Promise<void>): Promise<boolean> {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
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

test('what is known beforehand is what a reading shows, and what is masked is not among it', async () => {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const masked = app.channel('woodwork')
  const deny = String(P.ViewChannel)
  const overwrite = { type: OverwriteType.Member, allow: '0', deny }
  await app.as('owner').rest('PUT', `/channels/${masked}/permissions/${app.botId}`, overwrite)
  await until('the mask', () => isHiddenNow(services, guildId, masked))
  await server.caughtUp()
  const known = knownServer(services, guildId, { good: emptyState(), touched: [] })
  const kinds = Object.keys(objectKinds) as ObjectKind[]
  const read = await readServerNow(services, guildId, new Set(kinds))
  expect([...(known?.hidden ?? [])]).toEqual([masked])
  expect([known?.hidden, known?.permissions, known?.top]).toEqual([read.hidden, read.permissions, read.top])
  const ids = (kind: ObjectKind) => [known, read].map(one => [...(one?.state[kind].keys() ?? [])].toSorted())
  for (const kind of ['channel', 'role', 'webhook', 'rule', 'event', 'emoji'] as const) {
    const [before, after] = ids(kind)
    expect(before).toEqual(after)
  }
})
