import { readdirSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { carded, groups, isReady } from './groups.ts'
import { nextOf } from './roving.ts'

const built = features.map(({ contract }) => contract)

test('there are twelve groups, and those with a built feature are ready', () => {
  expect(new Set(groups.map(({ id }) => id)).size).toBe(12)
  expect(groups.filter(group => isReady(group, built)).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['anti-nuke', 'auto-moderation', 'moderation', 'tickets', 'welcome', 'levels', 'invites']),
  )
  const [music] = groups.toReversed()
  expect(music && isReady(music, [{ name: 'music' }])).toBe(true)
  expect(music && isReady(music, [])).toBe(false)
})

test('six of them have a card, and pictures are of groups, in both themes', () => {
  expect(carded.filter(id => !groups.some(group => group.id === id))).toEqual([])
  const folder = new URL('pictures/', import.meta.url)
  const pictures = readdirSync(folder)
  const names = pictures.map(name => /^(.*)-(dark|light)\.webp$/.exec(name) ?? [])
  const told = groups.flatMap(group => [group.id, ...(group.more ?? []).map(({ id }) => id)])
  expect(names.filter(([, id = '']) => !told.includes(id))).toEqual([])
  const bytes = pictures.map(name => statSync(new URL(name, folder)).size)
  expect(Math.max(...bytes)).toBeLessThan(32_000)
  expect(names.filter(([, , theme]) => theme === 'dark')).toHaveLength(pictures.length / 2)
})

test('arrows go around, Home and End to the ends', () => {
  expect(['ArrowLeft', 'ArrowDown', 'Home', 'End', 'a'].map(key => nextOf(key, 0, 12))).toEqual([
    11,
    1,
    0,
    11,
    undefined,
  ])
  expect(nextOf('ArrowRight', 11, 12)).toBe(0)
})
