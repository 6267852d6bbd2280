import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { type Action, type Design, design as designSchema } from '../design/contract.ts'
import { type LoopLink, loopThrough, sayLoop } from './loops.ts'
import { type Happening, triggeredBy } from './matches.ts'

const id = (number: number) => String(100_000_000_000_000_000n + BigInt(number))
const channels = [id(1), id(2)]
const [first = '', second = ''] = channels
/** A thread of the first channel. */
const thread = id(3)
const roles = [id(11), id(12)]
const placed = (channelId: string) => (channelId === thread ? [thread, first] : [channelId])

const action = fc
  .record({
    kind: fc.constantFrom('send', 'copy', 'reply', 'give_role', 'take_role', 'kick', 'warn', 'dm', 'delete', 'react'),
    channel_id: fc.constantFrom(first, second, thread),
    role_id: fc.constantFrom(...roles),
  })
  .map(one => ({ ...one, id: 'a' }))

const design = fc
  .record({
    trigger: fc.record({
      kind: fc.constantFrom('message', 'message', 'role_given', 'role_taken', 'leave', 'reaction', 'join'),
      by: fc.constantFrom('people', 'everybody', 'automations', 'automations'),
      channels: fc.subarray([first, second, thread]),
      roles: fc.subarray(roles),
    }),
    actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  })
  .map(one =>
    designSchema.parse({ name: 'One', ...one, actions: one.actions.map((done, at) => ({ ...done, id: `a${at}` })) }),
  )

/** The events that Discord reports once an action is done, if the one before happened in a channel. */
function follows({ kind, channel_id, role_id }: Action, channelIds: readonly string[] | undefined): Happening[] {
  const written = (ids: readonly string[]): Happening => ({ kind: 'message', by: 'automation', channelIds: ids })
  if (kind === 'send' || kind === 'copy') return [written(placed(channel_id ?? ''))]
  if (kind === 'reply') return channelIds ? [written(channelIds)] : []
  if (kind === 'give_role') return [{ kind: 'role_given', roleId: role_id ?? '' }]
  if (kind === 'take_role') return [{ kind: 'role_taken', roleId: role_id ?? '' }]
  return kind === 'kick' || kind === 'warn' ? [{ kind: 'leave' }] : []
}

/** How many automations run in a row because of an event; anything beyond `most` is not counted. */
function depthOf(happening: Happening, links: readonly LoopLink[], most: number): number {
  if (most < 0) return 1
  const channelIds = 'channelIds' in happening ? happening.channelIds : undefined
  const started = links.filter(link => triggeredBy(link.design, happening))
  const depths = started.flatMap(link =>
    link.design.actions.flatMap(one => follows(one, channelIds).map(next => 1 + depthOf(next, links, most - 1))),
  )
  return Math.max(started.length > 0 ? 1 : 0, ...depths)
}

const beginnings: Happening[] = [
  ...[first, second, thread].flatMap((channelId): Happening[] => [
    { kind: 'message', by: 'member', channelIds: placed(channelId) },
    { kind: 'message', by: 'automation', channelIds: placed(channelId) },
    { kind: 'reaction', channelIds: placed(channelId), emoji: 'x' },
  ]),
  ...roles.flatMap((roleId): Happening[] => [
    { kind: 'role_given', roleId },
    { kind: 'role_taken', roleId },
  ]),
  { kind: 'leave' },
  { kind: 'join' },
]

test('whatever automations are accepted, no event causes a chain longer than the number of automations', () => {
  let refused = 0
  fc.assert(
    fc.property(fc.array(design, { minLength: 1, maxLength: 4 }), designs => {
      const on: LoopLink[] = []
      for (const [at, one] of designs.entries()) {
        const link = { id: String(at), design: one }
        if (loopThrough(link, [...on, link], placed)) refused += 1
        else on.push(link)
      }
      for (const happening of beginnings) expect(depthOf(happening, on, on.length)).toBeLessThanOrEqual(on.length)
    }),
    { numRuns: runs(900) },
  )
  expect(refused).toBeGreaterThan(0)
})

const named = (name: string, trigger: object, ...actions: object[]): LoopLink => ({
  id: name,
  design: designSchema.parse({ name, trigger, actions: actions.map((one, at) => ({ id: `a${at}`, ...one })) }),
})
const saying = (start: LoopLink, ...others: LoopLink[]) => {
  const path = loopThrough(start, [start, ...others], placed)
  return path && sayLoop(path, link => `“${link.design.name}”`)
}
const listening = (...ids: string[]): Partial<Design['trigger']> => ({ by: 'automations', channels: ids })

test('a loop is reported with its path', () => {
  const offers = named('Offers', listening(first), { kind: 'copy', channel_id: second })
  const tidy = named('Market tidy', listening(second), { kind: 'delete' }, { kind: 'send', channel_id: first })
  expect(saying(offers, tidy)).toBe(
    '“Copy the message” starts “Market tidy”, whose “Send a message to a channel” starts it again. It would never end.',
  )
  expect(saying(named('Echo', listening(), { kind: 'reply' }))).toBe(
    '“Reply to the message” starts the automation itself again. It would never end.',
  )
})

test('an action that cannot start the next automation is not a loop', () => {
  const offers = named('Offers', listening(first), { kind: 'copy', channel_id: second })
  expect(saying(offers)).toBeUndefined()
  // People's messages start it, and Palisade is not a person.
  expect(saying(named('Echo', { by: 'people' }, { kind: 'reply' }))).toBeUndefined()
  const give = named('Give', { kind: 'role_given', roles: [roles[0]] }, { kind: 'give_role', role_id: roles[1] })
  expect(saying(give)).toBeUndefined()
  const back = named('Back', { kind: 'role_given', roles: [roles[1]] }, { kind: 'give_role', role_id: roles[0] })
  expect(saying(back, give)).toContain('“Give”')
})

test('a thread counts as its channel, in both directions', () => {
  const toThread = named('To the thread', listening(first), { kind: 'send', channel_id: thread })
  expect(saying(toThread)).toBeDefined()
  const inThread = named('In the thread', listening(thread), { kind: 'send', channel_id: first })
  expect(saying(inThread)).toBeUndefined()
  const answers = named('Answers', listening(first), { kind: 'reply' })
  expect(saying(answers)).toBeDefined()
})
