// @module-tag long
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { listAlarms } from './alarms.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const services = () => server.app.product.services
const idOf = (login: string) => server.app.as(login).userId
const hide = (by: string, channelId: string) =>
  server.app.as(by).rest('PUT', `/channels/${channelId}/permissions/${server.app.botId}`, {
    type: OverwriteType.Member,
    allow: '0',
    deny: String(P.ViewChannel),
  })
const isHidden = (id: string) => until('the mask', () => isHiddenNow(services(), server.guildId, id))

/** Every message that says so, by where it is: a channel of the server, or the person it was sent to. */
const told = () =>
  [...server.app.sandbox.context.world.channels.values()].flatMap(({ channel }) => {
    const place =
      'recipients' in channel
        ? (channel.recipients?.flatMap(({ id }) => (id === server.app.botId ? [] : id)) ?? [])
        : [channel.id]
    return server.app
      .messages(channel.id)
      .filter(message => textOf(message).includes('Hidden from me'))
      .map(message => ({ place, message }))
  })

const places = () => new Set(told().flatMap(({ place }) => place))
const timesTold = (channelId: string) =>
  told().reduce((sum, { message }) => sum + textOf(message).split(`<#${channelId}>`).length - 1, 0)

test('channels hidden from the bot are reported once, only to the owner and the log channel, with the actor', async () => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  const [general, one, other, third] = ['general', 'woodwork', 'kiln-and-clay', 'announcements'].map(name =>
    app.channel(name),
  ) as [string, string, string, string]
  // The extra owner and the whitelisted person have not asked for messages.
  server.set({ logChannel: general, extraOwners: [idOf('member1')], whitelist: [idOf('member2')] })
  await until('the server to be known', () => isKnown(services(), guildId, 'member'))
  const later = async () => {
    ahead += 61_000
    await services().scheduler.tick()
  }
  await hide('rogue', one)
  await hide('rogue', other)
  await Promise.all([one, other].map(isHidden))
  await until('both to be written down', () =>
    [one, other].every(id => JSON.stringify(listAlarms(services(), guildId)).includes(id)),
  )
  await later()
  await until('both to be told of', () => timesTold(one) === 2 && timesTold(other) === 2)
  expect(places()).toEqual(new Set([idOf('owner'), general]))
  for (const { message } of told()) {
    expect(textOf(message)).toContain(`<@${idOf('rogue')}>`)
    expect(message).toMatchObject({ mentions: [], mention_everyone: false })
  }
  // What is hidden already is reported neither when somebody hides it again nor after a restart.
  await hide('rogue', one)
  await server.caughtUp()
  await later()
  await app.restart()
  await until('the bot to be back', () => services().client.guilds.cache.get(guildId)?.available)
  await server.caughtUp()
  await later()
  // Another one is.
  await hide('rogue', third)
  await isHidden(third)
  await until('the alarm to be written down', () =>
    listAlarms(services(), guildId).some(({ sentences }) => JSON.stringify(sentences).includes(third)),
  )
  await later()
  await until('it to be told of', () => timesTold(third) === 2)
  expect([one, other].map(timesTold)).toEqual([2, 2])
  expect(places()).toEqual(new Set([idOf('owner'), general]))
})
