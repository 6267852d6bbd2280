import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/any-text.ts'
import { runs } from '#test/sampling.ts'
import { asWritten, emojiName, nameOfFile, namePattern, nearestName, slotsOf, writtenEmoji } from './contract.ts'

test('whatever is typed, the suggested name is valid, and a valid name stays the same', () => {
  assert(
    property(anyText({ maxLength: 60 }), text => {
      const name = nearestName(text)
      expect(name).toMatch(namePattern)
      expect(nearestName(name)).toBe(name)
      expect(nameOfFile(text)).toMatch(namePattern)
      expect(name === text).toBe(namePattern.test(text))
      const judged = emojiName.safeParse(text)
      expect(judged.success).toBe(namePattern.test(text))
      // An invalid name is refused along with the closest valid one.
      expect(judged.error?.issues[0]?.message ?? name).toContain(name)
    }),
    { numRuns: runs(900) },
  )
})

test.each([
  ['kiln fire!', 'kiln_fire'],
  ['Öl-Lämpchen', 'Ol_Lampchen'],
  ['a', 'a_'],
  ['🔥', 'emoji'],
  [':kiln:', 'kiln'],
  ['x'.repeat(40), 'x'.repeat(32)],
])('%s is nearest to %s', (typed, name) => {
  expect(nearestName(typed)).toBe(name)
})

test.each([
  ['/a/b/happy kiln.gif', 'happy_kiln'],
  ['kiln.png?size=64', 'kiln'],
  ['C:\\pictures\\Kiln.JPG', 'Kiln'],
])('a file called %s suggests %s', (file, name) => {
  expect(nameOfFile(file)).toBe(name)
})

test('an emoji is read and written as in a message', () => {
  const kiln = { id: '123456789012345678', name: 'kiln', animated: false }
  expect(writtenEmoji(' <:kiln:123456789012345678> ')).toEqual(kiln)
  expect(writtenEmoji(asWritten({ ...kiln, animated: true }))).toEqual({ ...kiln, animated: true })
  for (const none of ['kiln', '<:k:123456789012345678>', '<:kiln:1>', '<:kiln:123456789012345678> x'])
    expect(writtenEmoji(none)).toBeUndefined()
})

test('boosts make room, and so does a feature that Discord grants some servers', () => {
  expect([0, 1, 2, 3].map(level => slotsOf(level, []))).toEqual([50, 100, 150, 250])
  expect([0, 3].map(level => slotsOf(level, ['MORE_EMOJI']))).toEqual([200, 250])
})
