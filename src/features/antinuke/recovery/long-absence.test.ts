// @module-tag long
import { AuditLogEvent } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { audit } from '#sandbox/world/audit.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { noteOf } from '../journal/notes.ts'
import { isKnown } from '../journal/record.ts'
import { changesSince } from '../journal/state-at.ts'

/** What is done behind thousands of entries while the bot is away is found all the same. */

let server: GuardedServer
afterEach(() => server.app.close())

const rooms = () =>
  [...server.world().channelIds].filter(id =>
    server.app.sandbox.context.world.channels.get(id)?.channel.name?.startsWith('agora'),
  )

/** A bot gives a harmless role again and again: that counts nothing. */
function giveRole(entries: number, roleId: string): void {
  const { context } = server.app.sandbox
  const { userId } = server.asBot('Tally')
  const targetId = server.app.as('member3').userId
  for (let n = 0; n < entries; n += 1)
    audit(
      context,
      { userId },
      {
        guildId: server.guildId,
        type: AuditLogEvent.MemberRoleUpdate,
        targetId,
        changes: [{ key: '$add', new_value: [{ id: roleId, name: 'Level 1' }] }],
      },
    )
}

async function away(entries: number, login: 'owner' | 'rogue'): Promise<void> {
  server = await guardedServer()
  const { app, guildId } = server
  await until('the members to be known', () => isKnown(app.product.services, guildId, 'member'))
  const doomed = await server.make('channels', 10, 'agora')
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name: 'Level 1' })
  await server.caughtUp()
  const close = app.product.close.bind(app.product)
  app.product.close = async () => {
    await close()
    giveRole(entries, id)
    for (const room of doomed) await app.as(login).rest('DELETE', `/channels/${room}`)
  }
  await app.restart()
}

const isClosed = () => {
  const { services } = server.app.product
  return noteOf(services, server.guildId, 'gap') === undefined && noteOf(services, server.guildId, 'members')
}

test.each([[100], [4100]])('an attack behind %i entries is stopped and put back', async entries => {
  await away(entries, 'rogue')
  await until('the ban', () => server.isBanned(server.app.as('rogue').userId))
  await until('all of it to be back', () => rooms().length === 10)
  await until('nothing to be left to read', isClosed)
  expect(server.incidents()).toMatchObject([{ actorId: server.app.as('rogue').userId }])
})

test('what the owner does behind them stays', async () => {
  await away(4100, 'owner')
  const { services } = server.app.product
  await until('the journal to name them', () => {
    const gone = changesSince(services, server.guildId, 0).filter(({ origin, after }) => origin === 'gap' && !after)
    return gone.length === 10 && gone.every(({ actorId }) => actorId === server.app.as('owner').userId)
  })
  await until('nothing to be left to read', isClosed)
  expect(server.incidents()).toEqual([])
  expect(rooms()).toEqual([])
})
