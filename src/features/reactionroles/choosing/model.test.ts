import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { type Choice, menuDesign, type MenuDesign, type Mode } from '../menus/contract.ts'
import { type ChoosingAct, isTakenBack, type NoteState, outcomeOf } from './contract.ts'

/** A model of a member and a menu, without the bot and Discord. */
interface World {
  roles: Set<string>
  notes: Map<string, NoteState>
  reacted: Set<string>
}

const choices: Choice[] = ['a', 'b', 'c', 'd'].map((id, at) => ({
  id,
  role_id: `10000000000000000${at}`,
  emoji: ['🪵', '🌱', '🏺', '🧶'][at] ?? '',
  label: '',
  description: '',
  style: 'secondary',
}))
const required = '200000000000000000'
const forbidden = '300000000000000000'
const held = ({ roles }: World) => choices.filter(one => roles.has(one.role_id)).map(({ id }) => id)

function choose(world: World, design: MenuDesign, choice: Choice, act: ChoosingAct) {
  const outcome = outcomeOf(design, { ...world, pending: false }, choice, act)
  if (act === 'add') world.reacted.add(choice.id)
  if (act === 'remove') world.reacted.delete(choice.id)
  if (outcome.give) world.roles.add(outcome.give.role_id)
  for (const one of outcome.take) {
    world.roles.delete(one.role_id)
    if (one.id !== choice.id) {
      world.notes.delete(one.id)
      world.reacted.delete(one.id)
    }
  }
  if (act === 'add' && isTakenBack(outcome)) world.reacted.delete(choice.id)
  if (outcome.note === null) world.notes.delete(choice.id)
  else if (outcome.note !== undefined) world.notes.set(choice.id, outcome.note)
  return outcome
}

const mode = fc.constantFrom<Mode>('normal', 'unique', 'verify', 'drop', 'reversed', 'binding', 'limit')
const step = fc.record({ at: fc.nat(3), what: fc.constantFrom('choose', 'choose', 'choose', 'require', 'forbid') })
const sequence = fc.record({
  mode,
  most: fc.integer({ min: 1, max: 4 }),
  byReaction: fc.boolean(),
  gated: fc.boolean(),
  first: fc.subarray([0, 1, 2, 3]),
  steps: fc.array(step, { maxLength: 40 }),
})

test('whatever is chosen in whatever order, each mode keeps what it promises', () => {
  fc.assert(
    fc.property(sequence, ({ mode: kind, most, byReaction, gated, first, steps }) => {
      const design = menuDesign.parse({
        name: 'Model',
        mode: kind,
        most,
        choices,
        ...(gated && { required_roles: [required], forbidden_roles: [forbidden] }),
      })
      const world: World = { roles: new Set(), notes: new Map(), reacted: new Set() }
      if (kind === 'drop' || kind === 'reversed') for (const at of first) world.roles.add(choices[at]?.role_id ?? '')
      const atFirst = new Set(held(world))
      for (const { at, what } of steps) {
        const gate = what === 'require' ? required : what === 'forbid' ? forbidden : undefined
        if (gate !== undefined) {
          if (!world.roles.delete(gate)) world.roles.add(gate)
          continue
        }
        const choice = choices[at]
        if (!choice) continue
        const act: ChoosingAct = byReaction ? (world.reacted.has(choice.id) ? 'remove' : 'add') : 'press'
        const before = held(world)
        const mayGet = !gated || (world.roles.has(required) && !world.roles.has(forbidden))
        const outcome = choose(world, design, choice, act)
        const after = held(world)
        const gained = after.filter(id => !before.includes(id))
        const lost = before.filter(id => !after.includes(id))

        const same = (one: Iterable<string>, other: Iterable<string>) =>
          JSON.stringify([...one].toSorted()) === JSON.stringify([...other].toSorted())
        const mirrors = byReaction && ['normal', 'unique', 'limit'].includes(kind)
        const promises = {
          'nobody is given what they may not have': mayGet || gained.length === 0,
          'nothing is given but what was chosen': gained.every(id => id === choice.id),
          'something is done, or they are told why not':
            after.length !== before.length || gained.length > 0 || outcome.refusal !== undefined,
          'only a unique menu takes another role': kind === 'unique' || lost.every(id => id === choice.id),
          'unique and binding are one': !['unique', 'binding'].includes(kind) || after.length <= 1,
          'at most so many': kind !== 'limit' || after.length <= most,
          'verify and binding take nothing': !['verify', 'binding'].includes(kind) || lost.length === 0,
          'drop gives nothing': kind !== 'drop' || gained.length === 0,
          'what is returned was theirs': kind !== 'reversed' || after.every(id => atFirst.has(id)),
          'what stands of reactions is what they have': !mirrors || same(world.reacted, after),
        }
        const broken = Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]))
        expect(broken).toEqual([])
      }
    }),
    { numRuns: runs(900) },
  )
})

test('pressing twice leaves everything as it was, unless the mode says otherwise', () => {
  for (const kind of ['normal', 'unique', 'limit', 'reversed'] as const) {
    const design = menuDesign.parse({ name: 'Twice', mode: kind, choices })
    const world: World = { roles: new Set(), notes: new Map(), reacted: new Set() }
    const [choice] = choices
    if (!choice) throw new Error('no choice')
    if (kind === 'reversed') world.roles.add(choice.role_id)
    const before = held(world)
    choose(world, design, choice, 'press')
    expect(held(world)).not.toEqual(before)
    choose(world, design, choice, 'press')
    expect(held(world)).toEqual(before)
    expect(world.notes.size).toBe(0)
  }
})
