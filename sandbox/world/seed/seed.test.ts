import { expect, test } from 'vitest'
import { createWorld } from '../create.ts'
import { guildPermissions, permissionsIn, rankOf } from '../guard.ts'
import { comparePositions } from '../hierarchy.ts'
import { has, permission } from '../permissions.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'

test('the demo world is the same at every start, whatever the seed', () => {
  const { seed: _, ...one } = createWorld({ kind: 'demo', seed: 1 })
  const { seed: __, ...other } = createWorld({ kind: 'demo', seed: 2 })
  expect(one).toEqual(other)
})

test('every id is unique; only a thread shares that of its first message', () => {
  const world = createWorld({ kind: 'demo' })
  const states = [...world.guilds.values()]
  const ids = [
    ...world.accounts.keys(),
    ...world.guilds.keys(),
    ...world.channels.keys(),
    ...states.flatMap(state => [...state.roles.keys()].filter(id => id !== state.guild.id)),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^\d{17,19}$/)
})

test('the owner owns one server with the bot, may add it to a second and is nobody in a third', () => {
  const demo = createDemoWorld()
  const [owner, bot] = [demo.idOf('owner'), demo.idOf('palisade')]
  const [first, second, third] = ['Tidewater Makers', 'Lantern Reading Room', 'Northwind Climbers'].map(
    demo.guildByName,
  )
  expect(first?.guild.owner_id).toBe(owner)
  expect(first?.members.has(bot)).toBe(true)
  expect(second?.members.has(bot)).toBe(false)
  expect(has(guildPermissions(demo.sandbox, owner, second?.guild.id ?? ''), permission.ManageGuild)).toBe(true)
  expect(third?.members.has(bot)).toBe(true)
  expect(has(guildPermissions(demo.sandbox, owner, third?.guild.id ?? ''), permission.ManageGuild)).toBe(false)
})

test('the bot stands below the owner and above the administrators', () => {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const top = (login: string) => rankOf(state, demo.idOf(login)).top
  expect(comparePositions(top('owner'), top('palisade'))).toBeGreaterThan(0)
  expect(comparePositions(top('palisade'), top('rogue'))).toBeGreaterThan(0)
  expect(comparePositions(top('admin'), top('moderator'))).toBeGreaterThan(0)
})

test('among the climbers a guide stands above the bot', () => {
  const demo = createDemoWorld()
  const state = demo.guildByName('Northwind Climbers')
  const top = (login: string) => rankOf(state, demo.idOf(login)).top
  expect(comparePositions(top('member4'), top('palisade'))).toBeGreaterThan(0)
})

test('every server has messages, in chronological order', () => {
  const world = createWorld({ kind: 'demo' })
  for (const [guildId] of world.guilds) {
    const rooms = [...world.channels.values()].filter(room => room.guildId === guildId)
    const histories = rooms.map(({ messages }) => [...messages.keys()].map(BigInt))
    expect(histories.some(history => history.length > 1)).toBe(true)
    for (const history of histories) expect(history).toEqual(history.toSorted((one, other) => (one < other ? -1 : 1)))
  }
})

test('the moderator moderates but does not manage the server', () => {
  const demo = createDemoWorld()
  const granted = guildPermissions(demo.sandbox, demo.idOf('moderator'), demo.guildByName('Tidewater Makers').guild.id)
  const moderates =
    permission.KickMembers | permission.BanMembers | permission.ModerateMembers | permission.ManageMessages
  expect(has(granted, moderates)).toBe(true)
  expect(has(granted, permission.ManageGuild)).toBe(false)
})

test('the staff rooms are closed to members and open to the bot', () => {
  const demo = createDemoWorld()
  const sees = (login: string) =>
    has(permissionsIn(demo.sandbox, demo.idOf(login), demo.channelIdByName('mod-log')), permission.ViewChannel)
  expect(['owner', 'admin', 'moderator', 'palisade'].map(sees)).toEqual([true, true, true, true])
  expect(['member1', 'tally', 'stranger'].map(sees)).toEqual([false, false, false])
})

test('a generated world has as many of each as were asked for', () => {
  const world = createWorld({ kind: 'generated', sizes: { guilds: 5, channels: 4, roles: 3, members: 10, people: 20 } })
  expect(world.guilds.size).toBe(5)
  expect(world.channels.size).toBe(20)
  for (const state of world.guilds.values()) {
    expect(state.members.size).toBe(11)
    expect(state.roles.size).toBe(5)
  }
})
