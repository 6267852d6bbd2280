import { expect, test } from 'vitest'
import { recentCache, recentMemberCache } from './recent-cache.ts'

test('the most recently used entries are kept, and no more than as many others', () => {
  const held = recentCache<number>(3)
  for (let key = 0; key < 7; key++) held.set(`${key}`, key)
  expect([0, 1, 2].map(key => held.get(`${key}`))).toEqual([undefined, undefined, undefined])
  expect([4, 5, 6].map(key => held.get(`${key}`))).toEqual([4, 5, 6])
})

test('reading an entry keeps it, just like setting it', () => {
  const held = recentCache<string>(3)
  held.set('read', 'value')
  for (let turn = 0; turn < 20; turn++) {
    held.set(`${turn}`, 'other')
    held.set(`${turn} too`, 'other')
    expect(held.get('read')).toBe('value')
  }
})

test('a dropped entry is gone, however long ago it was used, and its replacement counts', () => {
  const held = recentCache<number>(2)
  held.set('a', 1)
  held.set('b', 2)
  held.set('a', 3)
  expect(held.get('a')).toBe(3)
  held.delete('a')
  held.delete('b')
  expect([held.get('a'), held.get('b')]).toEqual([undefined, undefined])
})

test('members are remembered by server', () => {
  const held = recentMemberCache<string>(5)
  held.set('one', '7', 'seven in one')
  held.set('two', '7', 'seven in two')
  held.set('two', '8', 'eight in two')
  held.set('three', '9', 'nine in three')
  expect(held.get('one', '7')).toBe('seven in one')
  expect(held.get('two', '7')).toBe('seven in two')
  expect(held.get('one', '8')).toBeUndefined()
  held.discard(value => value.startsWith('seven'))
  expect([held.get('one', '7'), held.get('two', '7'), held.get('two', '8')]).toEqual([
    undefined,
    undefined,
    'eight in two',
  ])
})

test('of members too, the most recently used are kept and the others dropped', () => {
  const held = recentMemberCache<number>(3)
  held.set('one', 'used', 0)
  for (let turn = 1; turn <= 20; turn++) {
    held.set('one', `${turn}`, turn)
    held.set('two', `${turn}`, turn)
    expect(held.get('one', 'used')).toBe(0)
  }
  const gone = Array.from({ length: 16 }, (_, turn) => [held.get('one', `${turn + 1}`), held.get('two', `${turn + 1}`)])
  expect(gone.flat()).toEqual(Array.from({ length: 32 }, () => undefined))
  expect([held.get('one', 'used'), held.get('two', '20')]).toEqual([0, 20])
})

test('setting the same member repeatedly does not drop others', () => {
  const held = recentMemberCache<number>(3)
  held.set('one', 'quiet', 1)
  for (let turn = 0; turn < 20; turn++) held.set('one', 'loud', turn)
  expect([held.get('one', 'quiet'), held.get('one', 'loud')]).toEqual([1, 19])
})

test('nor do dropped members, who make room', () => {
  const held = recentMemberCache<number>(3)
  held.set('one', 'quiet', 1)
  for (let turn = 0; turn < 20; turn++) {
    held.set('one', 'leaver', 2)
    held.discard(value => value === 2)
  }
  expect(held.get('one', 'quiet')).toBe(1)
})
