import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { roleChange, rolesAt } from './rewards.ts'

const rewards = [
  { level: 5, roleId: 'five' },
  { level: 10, roleId: 'ten' },
  { level: 10, roleId: 'also ten' },
  { level: 20, roleId: 'twenty' },
]
const change = (level: number, held: string[], mode: 'stack' | 'replace', strict = false) =>
  roleChange(level, new Set(held), rewards, mode, { strict })

test('roles accumulate, or the highest replaces the others', () => {
  expect(rolesAt(12, rewards, 'stack')).toEqual(['five', 'ten', 'also ten'])
  expect(rolesAt(12, rewards, 'replace')).toEqual(['ten', 'also ten'])
  expect(rolesAt(4, rewards, 'replace')).toEqual([])
})

test('a level-up gives what is due and takes only what it replaced', () => {
  expect(change(10, ['five', 'twenty'], 'stack')).toEqual({ give: ['ten', 'also ten'], take: [] })
  expect(change(10, ['five', 'twenty'], 'replace')).toEqual({ give: ['ten', 'also ten'], take: ['five'] })
})

test('applying to everybody also takes roles above the level', () => {
  expect(change(5, ['five', 'twenty', 'other'], 'stack', true)).toEqual({ give: [], take: ['twenty'] })
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
        const { give, take } = change(level, held, mode, strict)
        const after = [...held.filter(role => !take.includes(role)), ...give]
        expect(change(level, after, mode, strict)).toEqual({ give: [], take: [] })
        expect(take).not.toContain('other')
        const exact = [...rolesAt(level, rewards, mode), ...after.filter(role => role === 'other')]
        expect(strict ? new Set(after) : new Set([...after, ...exact])).toEqual(new Set(strict ? exact : after))
      },
    ),
    { numRuns: 200 },
  )
})
