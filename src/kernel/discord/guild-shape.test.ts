import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Guild, GuildMember, Role } from 'discord.js'
import { PermissionFlagsBits } from 'discord.js'
import { createHarness, type Harness } from '#test/harness.ts'
import { channelsOf, rolesOf } from './guild-shape.ts'

let app: Harness
let guild: Guild
beforeAll(async () => {
  app = await createHarness()
  guild = await app.product.services.client.guilds.fetch(app.guildId)
})
afterAll(() => app.close())

const byId = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]) => a.localeCompare(b)

/** What discord.js itself says about each channel. */
function judged() {
  const { me } = guild.members
  if (!me) throw new Error('the bot is not there')
  return guild.channels.cache
    .filter(channel => !channel.isThread())
    .map((channel): [string, boolean, boolean] => {
      const may = channel.permissionsFor(me)
      const speak = channel.isVoiceBased() ? PermissionFlagsBits.Connect : 0n
      const canView = may.has('ViewChannel')
      return [channel.id, canView, canView && may.has(PermissionFlagsBits.SendMessages | speak)]
    })
    .toSorted(byId)
}
const shown = () =>
  channelsOf(guild)
    .map(({ id, botCanView, botCanSend }): [string, boolean, boolean] => [id, botCanView, botCanSend])
    .toSorted(byId)

test('the bot’s permissions in a channel agree with discord.js, whatever the overwrites', async () => {
  expect(shown()).toEqual(judged())
  const { client } = app.product.services
  const [own] = guild.members.me?.roles.cache.filter(({ managed }) => managed).keys() ?? []
  const owner = app.as('owner')
  // No administrator any more, so that overwrites count.
  const changed = new Promise(resolve => client.once('roleUpdate', resolve))
  await owner.rest('PATCH', `/guilds/${guild.id}/roles/${own}`, {
    permissions: String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ManageRoles),
  })
  await changed
  expect(shown()).toEqual(judged())

  const { ViewChannel, SendMessages } = PermissionFlagsBits
  const overwrites = [
    [{ id: guild.id, type: 0, deny: String(ViewChannel) }],
    [
      { id: guild.id, type: 0, deny: String(ViewChannel) },
      { id: own, type: 0, allow: String(ViewChannel | SendMessages) },
    ],
    [
      { id: own, type: 0, deny: String(SendMessages) },
      { id: app.botId, type: 1, allow: String(SendMessages) },
    ],
    [
      { id: own, type: 0, allow: String(SendMessages) },
      { id: app.botId, type: 1, deny: String(ViewChannel) },
    ],
  ]
  for (const permission_overwrites of overwrites) {
    const heard = new Promise(resolve => client.once('channelUpdate', resolve))
    await owner.rest('PATCH', `/channels/${app.channel('general')}`, { permission_overwrites })
    await heard
    expect(shown()).toEqual(judged())
  }
  expect(new Set(shown().map(String)).size).toBeGreaterThan(3)
})

test('roles are in the order of discord.js, and only harmless ones below the bot can be given', () => {
  const { me } = guild.members
  const isHarmless = (role: Role) => !role.permissions.any(['Administrator', 'KickMembers', 'ManageMessages'])
  const isBelow = (role: Role) => role.comparePositionTo(me?.roles.highest ?? role) < 0
  const expected = guild.roles.cache
    .filter(({ id }) => id !== guild.id)
    .sorted((a, b) => b.comparePositionTo(a))
    .map(role => [role.name, role.position, !role.managed && isBelow(role) && isHarmless(role)])
  expect(rolesOf(guild).map(({ name, position, assignable }) => [name, position, assignable])).toEqual(expected)
  expect(expected.length).toBeGreaterThan(3)
})

test('only roles below the bot and below the viewer can be taken, also dangerous ones; the others have a reason', async () => {
  const { me } = guild.members
  const isBelow = (role: Role) => role.comparePositionTo(me?.roles.highest ?? role) < 0
  const whyNot = ({ id }: { id: string }) => {
    const role = guild.roles.cache.get(id)
    return role && (role.managed ? /manages this role/ : isBelow(role) ? undefined : /it is not below my highest role/)
  }
  const shownTo = (viewer?: GuildMember) => rolesOf(guild, undefined, viewer)
  for (const role of shownTo()) expect(role.takingReason ?? 'none').toMatch(whyNot(role) ?? /^none$/)
  expect(shownTo().some(({ assignable, takingReason }) => !assignable && takingReason === null)).toBe(true)
  const moderator = await guild.members.fetch(app.as('moderator').userId)
  const own = shownTo(moderator).find(({ id }) => id === moderator.roles.highest.id)
  expect(own?.takingReason).toContain('below your own highest role')
})
