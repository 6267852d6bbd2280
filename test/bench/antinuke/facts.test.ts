import { ChannelType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { communityWorld } from '#sandbox/world/seed/community/world.ts'
import { factsOf, kindOf, missing, surplus } from './facts.ts'

const sizes = { channels: 20, categories: 3, roles: 20, members: 20, bans: 3, events: 2 }

function server() {
  const world = communityWorld(5, sizes)
  const [state] = world.guilds.values()
  if (!state) throw new Error('a community has a server')
  const facts = () => factsOf(world, state.guild.id, new Set())
  const [roomId = ''] = [...state.channelIds].filter(
    id => world.channels.get(id)?.channel.type === ChannelType.GuildText,
  )
  return { world, state, facts, roomId }
}

test('a server that nobody touched gives the same facts, and so does a copy with other ids', () => {
  const { world, state, facts, roomId } = server()
  const before = facts()
  const room = world.channels.get(roomId)
  if (!room) throw new Error('there is no room')
  const anew = '999999999999999999'
  world.channels.delete(roomId)
  state.channelIds.delete(roomId)
  world.channels.set(anew, { ...room, channel: { ...room.channel, id: anew } })
  state.channelIds.add(anew)
  const gone = [...missing(before, facts()).keys()].map(kindOf)
  // References to the old id have to be updated, and among equal positions the older role comes first.
  expect(gone.filter(kind => kind === 'channel' || kind === 'overwrite')).toEqual([])
  expect(surplus(before, facts())).toEqual([])
})

test('a deleted object is missing with all its fields, and a duplicate is surplus', () => {
  const { world, state, facts, roomId } = server()
  const before = facts()
  const room = world.channels.get(roomId)
  state.channelIds.delete(roomId)
  const gone = missing(before, facts())
  expect(gone.get(`channel|0 ${room?.channel.name}|is|there`)).toBe(1)
  expect([...gone.keys()].map(kindOf)).toContain('overwrite')
  state.channelIds.add(roomId)
  const [role] = [...state.roles.values()].filter(({ name }) => / of /.test(name))
  if (!role) throw new Error('there is no role')
  state.roles.set('999999999999999998', { ...role, id: '999999999999999998' })
  expect(surplus(before, facts())).toEqual([`role|@${role.name}|is|there`])
})

test('a banned person is no longer free, and attackers are left out', () => {
  const { world, state } = server()
  const of = (apart: string[]) => factsOf(world, state.guild.id, new Set(apart))
  const [member = ''] = [...state.members.keys()].slice(-1)
  const [before, without] = [of([]), of([member])]
  const user = world.accounts.get(member)?.user
  if (!user) throw new Error('there is nobody')
  state.bans.set(member, { user, reason: null })
  expect([...missing(before, of([])).keys()]).toEqual([`unbanned|${member}|is|free`])
  expect(missing(without, of([member])).size).toBe(0)
})
