import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { carded, groups, isReady } from './groups.ts'
import { nextOf } from './roving.ts'

const built = features.map(({ contract }) => contract)

test('there are twelve groups, of which those are ready that are built', () => {
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
  const pictures = readdirSync(new URL('pictures', import.meta.url))
  const names = pictures.map(name => /^(.*)-(dark|light)\.webp$/.exec(name) ?? [])
  expect(names.filter(([, id]) => !groups.some(group => group.id === id))).toEqual([])
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
