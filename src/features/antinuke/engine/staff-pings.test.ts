// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { noteHeld, shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** Pings of everyone where only some are: a team calls itself together several times a minute during a raid. */

let server: GuardedServer
afterEach(() => server.app.close())
const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const pings = ['@here a raid', '@here look at general', '@here join voice', '@here thanks', '@here it is over']

/** A channel for one role, which this many of about a hundred members hold, as the bot knows. */
async function channelFor(holders: number): Promise<string> {
  server = await guardedServer({ autoRecovery: false })
  const permissions = String(P.MentionEveryone | P.ManageWebhooks | P.CreatePrivateThreads)
  const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Staff', permissions })
  server.oldMembers(holders, role)
  server.oldMembers(100 - holders)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, role) > 0)
  const see = { type: 0, allow: String(P.ViewChannel), deny: '0' }
  const { id } = await owner().rest<{ id: string }>('POST', path('/channels'), {
    name: 'staff',
    permission_overwrites: [
      { id: server.guildId, type: 0, allow: '0', deny: String(P.ViewChannel) },
      { ...see, id: role },
      { ...see, id: server.role('Palisade') },
    ],
  })
  await server.caughtUp()
  return id
}

test('a moderator who calls the team together, and a webhook that does, are left alone', async () => {
  const channel = await channelFor(5)
  const moderator = await server.hire('Staff')
  for (const text of pings) await moderator.say(channel, text)
  const hook = await moderator.rest<{ id: string; token: string }>('POST', `/channels/${channel}/webhooks`, {
    name: 'Alerts',
  })
  for (const content of pings)
    await fetch(`${server.app.sandbox.api}/v10/webhooks/${hook.id}/${hook.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content, allowed_mentions: { parse: ['everyone'] } }),
    })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(server.isBanned(moderator.userId)).toBe(false)
})

test('so are those in a private thread of a channel that everybody sees', async () => {
  await channelFor(5)
  const moderator = await server.hire('Staff')
  const thread = await moderator.rest<{ id: string }>('POST', `/channels/${server.app.channel('general')}/threads`, {
    name: 'A case',
    type: 12,
  })
  for (const text of pings) await moderator.say(thread.id, text)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('in private threads, roles of most members count as in their channel: their holders are brought in', async () => {
  await channelFor(90)
  await server.make('roles', 1, 'Lead', { permissions: String(P.MentionEveryone | P.CreatePrivateThreads) })
  const moderator = await server.hire('Lead-0')
  const general = server.app.channel('general')
  const open = async (name: string) => {
    const thread = await moderator.rest<{ id: string }>('POST', `/channels/${general}/threads`, { name, type: 12 })
    await moderator.say(thread.id, `<@&${server.role('Staff')}> look`)
  }
  for (const name of ['one', 'two', 'three', 'four', 'five']) await open(name).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(moderator.userId))).toBe(true)
})

test.each([
  ['a channel for a role of most members', async () => channelFor(90)],
  [
    'a channel for a role that onboarding gives, nobody knows to how many,',
    async () => {
      await channelFor(5)
      const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), {
        name: 'Member',
        permissions: '0',
      })
      await server.caughtUp()
      noteHeld(server.app.product.services, server.guildId, [role])
      const see = { type: 0, allow: String(P.ViewChannel), deny: '0' }
      const { id } = await owner().rest<{ id: string }>('POST', path('/channels'), {
        name: 'members',
        permission_overwrites: [
          { id: server.guildId, type: 0, allow: '0', deny: String(P.ViewChannel) },
          ...[role, server.role('Staff'), server.role('Palisade')].map(one => ({ ...see, id: one })),
        ],
      })
      return id
    },
  ],
  [
    'a channel that all see',
    async () => {
      await channelFor(5)
      return server.app.channel('general')
    },
  ],
])('somebody who pings everyone in %s is stopped', async (_, open) => {
  const channel = await open()
  const moderator = await server.hire('Staff')
  for (const text of pings) await moderator.say(channel, text).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(moderator.userId))).toBe(true)
})
