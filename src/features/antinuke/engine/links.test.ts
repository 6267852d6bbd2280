import { expect, test } from 'vitest'
import { addLink, linkedForMs, linkMember, type Links, linksByRoles, rootsOf } from './links.ts'
import type { Powers } from './powers.ts'

const rooms = 16n
const hooks = 1n << 29n
const empty = (): Links => ({ members: new Map(), roles: new Map(), invites: new Map() })
const from = (by: string, at = 0, bits = rooms) => ({ by, at, bits })

test('power counts for an hour from when it was given', () => {
  const links = empty()
  linkMember(links, 'puppet', from('giver', 1000))
  expect(rootsOf(links, 'puppet', 1000, rooms)).toEqual(['giver'])
  expect(rootsOf(links, 'puppet', 1000 + linkedForMs - 1, rooms)).toEqual(['giver'])
  expect(rootsOf(links, 'puppet', 1000 + linkedForMs, rooms)).toEqual(['puppet'])
  expect(rootsOf(links, 'puppet', -1000, rooms)).toEqual(['puppet'])
})

test('several givers are all roots, each for what they gave', () => {
  const links = empty()
  linkMember(links, 'puppet', from('one'))
  linkMember(links, 'puppet', from('two', 5, hooks))
  linkMember(links, 'puppet', from('three', 7, rooms))
  linkMember(links, 'three', from('root', 6))
  expect(rootsOf(links, 'puppet', 10, rooms)).toEqual(['one', 'root'])
  expect(rootsOf(links, 'puppet', 10, hooks)).toEqual(['two'])
})

test('nobody has power from somebody to whom they gave it, through however many hands', () => {
  const links = empty()
  expect(linkMember(links, 'b', from('a'))).toBe(true)
  expect(linkMember(links, 'c', from('b'))).toBe(true)
  expect(linkMember(links, 'a', from('c'))).toBe(false)
  expect(linkMember(links, 'a', from('a'))).toBe(false)
  expect(rootsOf(links, 'c', 1, rooms)).toEqual(['a'])
  // However it came about.
  addLink(links.members, 'a', from('c'))
  expect(rootsOf(links, 'c', 1, rooms)).toEqual(['a'])
})

test('a grant that turns out to give more is still one link', () => {
  const links = empty()
  expect([from('a'), from('a', 0, hooks), from('a', 0, hooks)].map(one => linkMember(links, 'b', one))).toEqual([
    true,
    true,
    false,
  ])
  expect(links.members.get('b')).toEqual([from('a', 0, rooms | hooks)])
})

const role = (id: string, bits: bigint) => ({ id, bits, own: bits, managed: false, botId: null, position: 1 })
const powers = (...roles: ReturnType<typeof role>[]): Powers => ({
  guildId: 'guild',
  ownerId: 'owner',
  everyone: 0n,
  roles: new Map(roles.map(one => [one.id, one])),
  members: new Map(),
  self: { id: 'self', bits: 0n, top: { id: 'guild', position: 0 } },
})
const holder = { id: 'puppet', bot: false, roles: ['crew', 'team'] }

test('somebody who could do it without what their roles were recently given has it from nobody', () => {
  const links = empty()
  addLink(links.roles, 'crew', from('one'))
  addLink(links.roles, 'team', from('two'))
  const act = { at: 1, needs: rooms }
  expect(linksByRoles(links, powers(role('crew', rooms), role('team', rooms)), holder, act)).toHaveLength(2)
  expect(linksByRoles(links, powers(role('crew', rooms), role('team', rooms | 8n)), holder, act)).toEqual([])
  expect(linksByRoles(links, powers(role('crew', rooms)), holder, { at: 1, needs: 0n })).toEqual([])
})
