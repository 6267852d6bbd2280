import { expect, test } from 'vitest'
import { nextItem } from './menu-keys.ts'

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('%s moves from item %i of three to %s', (key, place, next) => expect(nextItem(key, place, 3)).toBe(next))
