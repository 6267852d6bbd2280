import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePlaces, type Encounter, obstacleTo, type Person } from './hierarchy.ts'

/** Few values, so that ties, the owner, the bot and oneself come up often. */
const id = fc.constantFrom('100000000000000001', '100000000000000002', '100000000000000003', '9')
const place = fc.record({ id: fc.constantFrom('21', '100', '101'), position: fc.integer({ min: 0, max: 2 }) })
const people = fc.uniqueArray(fc.record({ id, top: place, administrator: fc.boolean() }), {
  selector: ({ id }) => id,
  minLength: 4,
  maxLength: 4,
})

const encounter: fc.Arbitrary<Encounter> = fc
  .record({
    people,
    actor: fc.constantFrom(0, 1, 2, undefined),
    target: fc.constantFrom(0, 1, 2, 3),
    owner: fc.constantFrom(0, 1, 2, 3),
    ranked: fc.boolean(),
    timeout: fc.boolean(),
  })
  .map(({ people, actor, target, owner, ranked, timeout }) => {
    const at = (index: number) => people[index] as Person
    return {
      ownerId: at(owner).id,
      actor: actor === undefined ? null : at(actor),
      bot: at(3),
      target: at(target),
      ranked,
      timeout,
    }
  })

/** Every row of Discord's rules, written the long way round: places in one sorted list, the highest first. */
function stands(left: Person, right: Person): boolean {
  if (left.top.id === right.top.id && left.top.position === right.top.position) return false
  const [first] = [left.top, right.top].sort((a, b) =>
    a.position === b.position ? (BigInt(a.id) < BigInt(b.id) ? -1 : 1) : b.position - a.position,
  )
  return first === left.top
}

test('nobody acts on the owner, themselves, the bot or somebody who stands as high; the bot cannot either', () => {
  fc.assert(
    fc.property(encounter, one => {
      const { actor, target, bot, ownerId, ranked, timeout } = one
      const actorMay = actor === null || actor.id === ownerId || stands(actor, target)
      const botMay = !ranked || bot.id === ownerId || stands(bot, target)
      const reasons = [
        actor?.id === target.id ? 'yourself' : undefined,
        target.id === bot.id ? 'me' : undefined,
        target.id === ownerId ? 'owner' : undefined,
        actorMay ? undefined : 'you too low',
        timeout && target.administrator ? 'administrator' : undefined,
        botMay ? undefined : 'me too low',
      ]
      expect(obstacleTo(one)).toBe(reasons.find(reason => reason !== undefined))
    }),
    { numRuns: 200 },
  )
})

test('of two roles at one position the older is higher, however long their ids are', () => {
  expect(comparePlaces({ id: '9', position: 4 }, { id: '100000000000000001', position: 4 })).toBeGreaterThan(0)
  expect(comparePlaces({ id: '9', position: 3 }, { id: '100000000000000001', position: 4 })).toBeLessThan(0)
  expect(comparePlaces({ id: '9', position: 3 }, { id: '9', position: 3 })).toBe(0)
})
