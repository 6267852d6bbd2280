import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { roleChange, rolesAt } from './rewards.ts'

const rewards = [
  { level: 5, roleId: 'five' },
  { level: 10, roleId: 'ten' },
  { level: 10, roleId: 'also ten' },
  { level: 20, roleId: 'twenty' },
]
const everything = Number.POSITIVE_INFINITY
const change = (level: number, held: string[], mode: 'stack' | 'replace', takeUpTo = level) =>
  roleChange(level, new Set(held), rewards, mode, takeUpTo)

test('roles accumulate, or the highest replaces the others', () => {
  expect(rolesAt(12, rewards, 'stack')).toEqual(['five', 'ten', 'also ten'])
  expect(rolesAt(12, rewards, 'replace')).toEqual(['ten', 'also ten'])
  expect(rolesAt(4, rewards, 'replace')).toEqual([])
})

test('a level-up gives what is due and takes only what it replaced', () => {
  expect(change(10, ['five', 'twenty'], 'stack')).toEqual({ give: ['ten', 'also ten'], take: [] })
  expect(change(10, ['five', 'twenty'], 'replace')).toEqual({ give: ['ten', 'also ten'], take: ['five'] })
})

test('losing levels takes their roles, and leaves those above, which somebody gave by hand', () => {
  expect(change(5, ['five', 'ten', 'twenty'], 'stack', 12)).toEqual({ give: [], take: ['ten'] })
  expect(change(5, ['five', 'ten', 'twenty'], 'replace', 0)).toEqual({ give: [], take: [] })
})

test('on request, all roles above the level are taken', () => {
  expect(change(5, ['five', 'twenty', 'other'], 'stack', everything)).toEqual({ give: [], take: ['twenty'] })
})

test('applying twice changes nothing more', () => {
  const roles = ['five', 'ten', 'also ten', 'twenty', 'other']
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.subarray(roles),
      fc.constantFrom('stack' as const, 'replace' as const),
      fc.boolean(),
      (level, held, mode, strict) => {
        const upTo = strict ? everything : level
        const { give, take } = change(level, held, mode, upTo)
        const after = [...held.filter(role => !take.includes(role)), ...give]
        expect(change(level, after, mode, upTo)).toEqual({ give: [], take: [] })
        expect(take).not.toContain('other')
        const exact = [...rolesAt(level, rewards, mode), ...after.filter(role => role === 'other')]
        expect(strict ? new Set(after) : new Set([...after, ...exact])).toEqual(new Set(strict ? exact : after))
      },
    ),
    { numRuns: 200 },
  )
})
