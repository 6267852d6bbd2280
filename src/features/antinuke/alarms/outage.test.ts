// @module-tag long
import { GatewayDispatchEvents } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directMessagesTo } from '#test/direct-messages.ts'
import { failing, losesAnswer } from '#test/discord-trouble.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { alarm } from './alarm.ts'

let server: GuardedServer
let ahead = 0
beforeAll(async () => {
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  server.set({ logChannel: server.app.channel('general') })
})
afterAll(() => server.app.close())

const shown = (title: string) => ({
  owner: directMessagesTo(server.app, server.app.as('owner').userId).filter(message => textOf(message).includes(title))
    .length,
  channel: server.app.messages(server.app.channel('general')).filter(message => textOf(message).includes(title)).length,
})
const raise = (title: string) =>
  alarm(server.app.product.services, server.guildId, { title, text: 'Look at the audit log.', ownerKey: title })
const later = async () => {
  ahead += 60_000
  await server.app.product.services.scheduler.tick()
}

test.each([503, 401])('an alarm that Discord does not take (%i) arrives later, once', async status => {
  const title = `An attack was stopped ${status}`
  const route = 'POST /channels/:channel_id/messages'
  const { owner, channel } = await failing(server.app, status, route, () => raise(title))
  expect([owner, channel, shown(title)]).toEqual([true, true, { owner: 0, channel: 0 }])
  await later()
  await later()
  expect(shown(title)).toEqual({ owner: 1, channel: 1 })
})

test('an alarm whose answer was lost does not arrive twice', async () => {
  const title = 'The protection was weakened'
  const end = losesAnswer(server.app, 'POST', /\/messages$/, 1)
  await raise(title)
  end()
  await later()
  expect(shown(title)).toEqual({ owner: 1, channel: 1 })
})

test('an alarm arrives although the bot starts again before Discord shows the server', async () => {
  const title = 'A channel was hidden from me'
  const { app, guildId } = server
  await failing(app, 503, 'POST /channels/:channel_id/messages', () => raise(title))
  const world = server.world()
  world.unavailable = true
  await app.restart()
  await later()
  expect(shown(title)).toEqual({ owner: 0, channel: 0 })
  world.unavailable = false
  app.sandbox.context.emit({ type: GatewayDispatchEvents.GuildCreate, data: { id: guildId }, audience: { guildId } })
  await until('the server to be there', () => app.product.services.client.guilds.cache.get(guildId)?.available)
  await later()
  expect(shown(title)).toEqual({ owner: 1, channel: 1 })
})
