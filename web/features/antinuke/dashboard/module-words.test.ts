import { expect, test } from 'vitest'
import { moduleWords } from './module-words.ts'

test('names the modules that are off, as long as they are few', () => {
  const words = (...off: string[]) =>
    moduleWords(['A', 'B', 'C', 'D', 'E'].map(label => ({ label, on: !off.includes(label) })))
  expect([words(), words('B'), words('A', 'C'), words('A', 'B', 'C', 'D')]).toEqual([
    'All 5 modules are on.',
    '4 of 5 modules. B is off.',
    '3 of 5 modules. A and C are off.',
    '1 of 5 modules.',
  ])
})
