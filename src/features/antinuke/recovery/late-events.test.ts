// @module-tag long
import { ChannelType } from 'discord-api-types/v10'
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { neverOver } from '#test/never-over.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { lateMs } from '../engine/stopped-people.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

const rooms = 20
/** How much Discord reports in time. */
const inTime = 6
/** How often something else is asked before Discord reports the rest. */
const meanwhile = 12

test('what landed before the ban and is reported after it is planned for, and Discord refuses nothing', async () => {
  server = await guardedServer({ limits: { anti_channel: { minute: 5, hour: 5 } } })
  const { app, guildId } = server
  const { services } = app.product
  const [owner, rogue] = [app.as('owner'), app.as('rogue')]
  const make = async (body: object) =>
    (await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, body)).id
  const category = await make({ name: 'district', type: ChannelType.GuildCategory })
  const inside: string[] = []
  for (let place = 0; place < rooms; place += 1)
    inside.push(await make({ name: `house-${place}`, parent_id: category }))
  await server.caughtUp()
  await until(
    'the server to be known',
    () => noteOf(services, guildId, 'webhooks') !== undefined && !noteOf(services, guildId, 'gap'),
  )

  // All of it is done before the bot hears of any, and everything after the first few is late.
  neverOver(lateMs)
  const { context } = app.sandbox
  const pass = context.emit
  const held: Parameters<typeof pass>[0][] = []
  context.emit = dispatch => void held.push(dispatch)
  const from = app.sandbox.requests().length
  for (const id of [...inside, category]) await rogue.rest('DELETE', `/channels/${id}`)
  const isEntry = ({ type }: { type: unknown }) => type === 'GUILD_AUDIT_LOG_ENTRY_CREATE'
  let entries = 0
  while (entries < inTime) {
    const next = held.shift()
    if (!next) throw new Error('the attack has no more entries')
    pass(next)
    if (isEntry(next)) entries += 1
  }
  await until('the ban', () => server.isBanned(rogue.userId))
  const refused = () =>
    app.sandbox
      .requests()
      .slice(from)
      .filter(({ caller, method, status }) => caller === 'bot' && method !== 'GET' && status >= 400)
  for (let turn = 0; turn < meanwhile; turn += 1) await owner.rest('GET', `/guilds/${guildId}/roles`)
  context.emit = pass
  for (const dispatch of held) pass(dispatch)

  const { report } = await until('the recovery to be over', () => {
    const recovery = recoveryOf(services, guildId, 1)
    return recovery?.state === 'done' && recovery
  })
  expect(refused().map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([])
  expect(differing(report)).toEqual([])
})
