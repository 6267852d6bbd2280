// @module-tag long
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import {
  ann,
  ben,
  cat,
  guest,
  logins,
  opener,
  owner,
  reader,
  stranger,
  visibilities,
  type Wish,
} from '#test/ticket-life/participants.ts'
import { compare } from '#test/ticket-life/compare.ts'
import { createStage, type Stage } from '#test/ticket-life/stage.ts'
import { commands } from '#test/ticket-life/commands.ts'
import { begin } from '#test/ticket-life/state-machine.ts'
import { type Step, take } from '#test/ticket-life/steps.ts'

/**
 * Random sequences of what members, two teams, time and hands in Discord do to a ticket, against a state machine: what
 * is answered, what is stored, and who sees what.
 */
let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.harness.close())

const rules = record({
  visibility: constantFrom(...visibilities),
  autoClaim: boolean(),
  longest: constantFrom(0, 0, 20),
  deletes: boolean(),
})
const wishes: Arbitrary<Wish> = record({
  kind: constantFrom('channel', 'channel', 'thread'),
  openedBy: constantFrom('press', 'command', 'browser'),
  rules: record({ help: rules, billing: rules }),
  twoSteps: constantFrom(true, true, false),
  inactive: constantFrom(null, 2),
  closesOnLeave: boolean(),
  asks: constantFrom('nobody', 'privately', 'there'),
})

const doers = constantFrom(owner, ann, ann, ben, ben, cat, opener, guest, stranger, reader)
const via = constantFrom('typed', 'browser')
const many = constantFrom(...commands.filter(does => does !== 'delete'))
/** How often each event happens. */
const steps: Arbitrary<Step> = oneof(
  { weight: 30, arbitrary: record({ kind: constant('command'), by: doers, via, does: many }) },
  { weight: 6, arbitrary: record({ kind: constant('say'), by: constantFrom(...logins), via }) },
  { weight: 6, arbitrary: record({ kind: constant('say'), by: constantFrom(ann, opener), via: constant('typed') }) },
  {
    weight: 8,
    arbitrary: record({
      kind: constant('press'),
      by: doers,
      label: constantFrom('Close', 'Claim', 'Release', 'Reopen'),
    }),
  },
  {
    weight: 1,
    arbitrary: constantFrom<Step>(
      { kind: 'press', by: ann, label: 'Delete' },
      { kind: 'command', by: ben, via: 'typed', does: 'delete' },
      { kind: 'command', by: owner, via: 'browser', does: 'delete' },
      { kind: 'by hand', does: 'delete' },
    ),
  },
  { weight: 3, arbitrary: record({ kind: constant('answer'), to: constantFrom('Close it', 'Keep it open') }) },
  // Never close to a full hour apart: what is due must not depend on how long the test takes.
  {
    weight: 8,
    arbitrary: record({
      kind: constant('pass'),
      minutes: constantFrom(67, 5 * 60 + 7, 17 * 60 + 7, 31 * 60 + 7, 80 * 60 + 7),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      kind: constant('leave'),
      who: constantFrom(opener, guest, ann, ben, cat),
      how: constantFrom('leaves', 'is kicked', 'is banned'),
    }),
  },
  { weight: 4, arbitrary: record({ kind: constant('join'), who: constantFrom(opener, opener, guest, ann, ben, cat) }) },
  {
    weight: 5,
    arbitrary: record({
      kind: constant('role'),
      who: constantFrom(ann, ben, cat),
      role: constantFrom('support', 'billing'),
    }),
  },
  { weight: 1, arbitrary: constantFrom<Step>({ kind: 'role', who: reader, role: 'watch' }) },
  {
    weight: 5,
    arbitrary: record({ kind: constant('by hand'), does: constantFrom('rename', 'move', 'let in', 'archive') }),
  },
  { weight: 3, arbitrary: record({ kind: constant('panel'), visibility: constantFrom(...visibilities) }) },
  { weight: 1, arbitrary: constant<Step>({ kind: 'restart' }) },
)
/** How often time advances, so that it never adds up to a full hour. */
const mostPasses = 7

test('whatever is done to tickets, in any order, rows and Discord match the state machine', async () => {
  await assert(
    asyncProperty(wishes, array(steps, { minLength: 8, maxLength: 30, size: 'max' }), async (wish, sequence) => {
      const ticket = await stage.open(wish)
      const model = begin(wish, ticket.name)
      await compare(stage, ticket, model)
      let passes = 0
      for (const step of sequence) {
        if (step.kind === 'pass' && (passes += 1) > mostPasses) continue
        await take(stage, ticket, model, step)
        await compare(stage, ticket, model)
        if (model.state === 'deleted') break
      }
      await stage.clear(ticket)
    }),
    { numRuns: runs(300, 10), endOnFailure: true },
  )
}, 600_000)
