import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRolePositions, type HierarchyCheck, hierarchyProblem, type RankedMember } from './hierarchy.ts'

/** Few values, so that ties, the owner, the bot and oneself come up often. */
const id = fc.constantFrom('100000000000000001', '100000000000000002', '100000000000000003', '9')
const rolePosition = fc.record({ id: fc.constantFrom('21', '100', '101'), position: fc.integer({ min: 0, max: 2 }) })
const people = fc.uniqueArray(fc.record({ id, highestRole: rolePosition, administrator: fc.boolean() }), {
  selector: ({ id }) => id,
  minLength: 4,
  maxLength: 4,
})

const check: fc.Arbitrary<HierarchyCheck> = fc
  .record({
    people,
    actor: fc.constantFrom(0, 1, 2, undefined),
    target: fc.constantFrom(0, 1, 2, 3),
    owner: fc.constantFrom(0, 1, 2, 3),
    comparesBotRole: fc.boolean(),
    timeout: fc.boolean(),
  })
  .map(({ people, actor, target, owner, comparesBotRole, timeout }) => {
    const at = (index: number) => people[index] as RankedMember
    return {
      ownerId: at(owner).id,
      actor: actor === undefined ? null : at(actor),
      bot: at(3),
      target: at(target),
      comparesBotRole,
      timeout,
    }
  })

/** Every row of Discord's rules, written the long way round: places in one sorted list, the highest first. */
function outranks(left: RankedMember, right: RankedMember): boolean {
  if (left.highestRole.id === right.highestRole.id && left.highestRole.position === right.highestRole.position)
    return false
  const [first] = [left.highestRole, right.highestRole].sort((a, b) =>
    a.position === b.position ? (BigInt(a.id) < BigInt(b.id) ? -1 : 1) : b.position - a.position,
  )
  return first === left.highestRole
}

test('nobody acts on the owner, themselves, the bot or somebody of equal rank; nor can the bot', () => {
  fc.assert(
    fc.property(check, one => {
      const { actor, target, bot, ownerId, comparesBotRole, timeout } = one
      const actorMay = actor === null || actor.id === ownerId || outranks(actor, target)
      const botMay = !comparesBotRole || bot.id === ownerId || outranks(bot, target)
      const reasons = [
        actor?.id === target.id ? 'yourself' : undefined,
        target.id === bot.id ? 'me' : undefined,
        target.id === ownerId ? 'owner' : undefined,
        actorMay ? undefined : 'you too low',
        timeout && target.administrator ? 'administrator' : undefined,
        botMay ? undefined : 'me too low',
      ]
      expect(hierarchyProblem(one)).toBe(reasons.find(reason => reason !== undefined))
    }),
    { numRuns: 200 },
  )
})

test('of two roles at one position the older is higher, however long their ids are', () => {
  expect(compareRolePositions({ id: '9', position: 4 }, { id: '100000000000000001', position: 4 })).toBeGreaterThan(0)
  expect(compareRolePositions({ id: '9', position: 3 }, { id: '100000000000000001', position: 4 })).toBeLessThan(0)
  expect(compareRolePositions({ id: '9', position: 3 }, { id: '9', position: 3 })).toBe(0)
})
