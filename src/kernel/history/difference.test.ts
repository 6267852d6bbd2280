import { expect, test } from 'vitest'
import { z } from 'zod'
import { field, entriesDescribedAs, describedAs } from '#contract'
import type { NameOf } from '#kit/setting-words/template.ts'
import { differenceOf, newComparisonBudget } from './difference.ts'

const names: Record<string, string> = { c1: '#general', c2: '#market', r1: '@Regular', r2: '@Elder' }
const nameOf: NameOf = (control, id) =>
  control === 'channel' || control === 'channels' || control === 'role' || control === 'roles' ? names[id] : undefined
const difference = (schema: z.ZodType, before: unknown, after: unknown) => differenceOf(schema, before, after, nameOf)

test('single values are shown in words', () => {
  const pair = (before: string, after: string) => ({ kind: 'value', before, after })
  expect(difference(field.toggle('On').default(true), true, false)).toEqual(pair('On', 'Off'))
  expect(difference(field.channel('Log').nullable().default(null), null, 'c1')).toEqual(pair('none', '#general'))
  const action = field.choice('Action', [
    { value: 'kick', label: 'Kick' },
    { value: 'ban', label: 'Ban for good' },
  ])
  expect(difference(action, 'kick', 'ban')).toEqual(pair('Kick', 'Ban for good'))
  expect(difference(field.number('Expiry', { min: 0, max: 9, unit: 'days' }), 1, 3)).toEqual(pair('1 day', '3 days'))
  expect(difference(field.text('Prefix', { max: 5 }), '!', '.')).toEqual(pair('!', '.'))
})

test('an object in words leaves out what is empty', () => {
  const trigger = z.object({
    on: field.text('Trigger', { max: 20 }),
    in: field.channels('In').default([]),
    role: field.role('Role').nullable().default(null),
  })
  const list = z.array(trigger)
  expect(difference(list, [], [{ on: 'Joins', in: [], role: null }])).toMatchObject({ added: ['Trigger Joins'] })
  expect(difference(list, [], [{ on: 'Writes', in: ['c1'], role: 'r1' }])).toMatchObject({
    added: ['Trigger Writes, In #general, Role @Regular'],
  })
})

test('of a longer text, the changed words are shown', () => {
  const told = difference(
    field.message('Description'),
    'We hope you enjoy your stay here!',
    'We hope you enjoy your stay in the workshop!',
  )
  expect(told).toMatchObject({ kind: 'text' })
  const parts = told.kind === 'text' ? told.parts : []
  const text = (side: 'added' | 'removed') =>
    parts
      .filter(({ is }) => is !== side)
      .map(part => part.text)
      .join('')
  expect(text('removed')).toBe('We hope you enjoy your stay in the workshop!')
  expect(text('added')).toBe('We hope you enjoy your stay here!')
  expect(parts.find(({ is }) => is === 'removed')?.text).toBe('here')
})

test('texts with nothing in common are shown as two', () => {
  expect(difference(field.message('Text'), 'a'.repeat(40), 'b'.repeat(40))).toMatchObject({ kind: 'value' })
})

test('two sentences that share a word or two are shown as two texts, a sentence that was added as one change', () => {
  const welcome = 'We hope you enjoy your stay here!'
  expect(difference(field.message('Text'), welcome, 'Show us what you are making, and ask away!').kind).toBe('value')
  expect(difference(field.message('Text'), welcome, `${welcome} Show us what you are making.`).kind).toBe('text')
})

test('of a list, additions, removals and moves are shown', () => {
  expect(difference(field.channels('Exempt').default([]), ['c1'], ['c2', 'c1'])).toEqual({
    kind: 'list',
    added: ['#market'],
    removed: [],
    changed: [],
    more: 0,
    moved: false,
    unchanged: 1,
  })
  expect(difference(z.array(z.string()), ['a', 'b'], ['b', 'a'])).toMatchObject({
    added: [],
    moved: true,
    unchanged: 2,
  })
})

test('an entry of which another field changed is the same entry', () => {
  const reward = z.object({ level: field.number('Level', { min: 1, max: 9 }), roleId: field.role('Role') })
  const before = [
    { level: 2, roleId: 'r1' },
    { level: 5, roleId: 'r2' },
  ]
  const told = difference(z.array(reward), before, [{ level: 3, roleId: 'r1' }])
  expect(told).toMatchObject({
    added: [],
    removed: ['Level 5, Role @Elder'],
    changed: [{ before: 'Level 2, Role @Regular', after: 'Level 3, Role @Regular' }],
  })
})

test('beyond a limit, changes of a long list are counted instead of listed', () => {
  const words = Array.from({ length: 80 }, (_, place) => `word ${place}`)
  const told = difference(z.array(z.string()), [], words)
  expect(told).toMatchObject({ kind: 'list', more: 30 })
  expect(told.kind === 'list' && told.added).toHaveLength(50)
})

test('a text of thousands of changed words is shown quickly, as two texts', () => {
  const text = (salt: string) => Array.from({ length: 1000 }, (_, place) => `${salt}${place}`).join(' ')
  expect(difference(field.message('Text', { max: 20_000 }), text('a'), text('b'))).toMatchObject({ kind: 'value' })
})

test('a placeholder is one word', () => {
  const told = difference(
    field.message('Text'),
    'Welcome {member} to this server',
    'Welcome {member:mention} to this server',
  )
  expect(told.kind === 'text' && told.parts.find(({ is }) => is === 'added')?.text).toBe('{member:mention}')
})

test('a page compares a limited number of characters; beyond it the beginning of both is shown', () => {
  const text = Array.from({ length: 300 }, (_, place) => `w${place}`).join(' ')
  const budget = { ...newComparisonBudget(), left: 2 * text.length + 5 }
  const once = () => differenceOf(field.message('Text'), text, `${text} x`, nameOf, budget)
  expect(once().kind).toBe('text')
  expect(once()).toEqual({ kind: 'value', before: `${text.slice(0, 300)}…`, after: `${text.slice(0, 300)}…` })
})

test("the key of a list's entries is determined once", () => {
  const list = (salt: string) => Array.from({ length: 500 }, (_, place) => ({ name: `${salt}${place}`, text: 'x' }))
  expect(difference(z.array(z.object({ name: z.string(), text: z.string() })), list('a'), list('b'))).toMatchObject({
    unchanged: 0,
    more: 900,
  })
})

test('an entry is described as its contract says, never with internal names', () => {
  const grant = z.object({ id: z.string(), until: z.number() })
  const list = entriesDescribedAs(
    z.array(grant),
    ({ id, until }, names) => `${names.channel(id)}, until ${names.date(until)}`,
  )
  const until = Date.UTC(2026, 10, 29)
  expect(difference(list.default([]), [], [{ id: 'c1', until }])).toMatchObject({
    added: ['#general, until 29 Nov 2026'],
  })
  expect(difference(list, [], [{ id: 'c1' }])).toMatchObject({ added: ['an entry'] })
  expect(difference(z.array(grant), [], [{ id: 'c1', until }])).toMatchObject({ added: ['an entry'] })
})

test('of a record, additions, removals and changes are shown', () => {
  const rules = entriesDescribedAs(
    z.record(z.string(), z.object({ off: z.boolean() })),
    ({ name, value }) => `${name} ${value.off}`,
  )
  expect(difference(rules, { ban: { off: true }, kick: { off: true } }, { ban: { off: false } })).toMatchObject({
    removed: ['kick true'],
    changed: [{ before: 'ban true', after: 'ban false' }],
  })
})

test('of several fields in one setting, those that changed are shown', () => {
  const tiers = z.object({
    plain: field.number('Plain', { min: 1, max: 9 }),
    vip: field.number('VIP', { min: 1, max: 9 }),
  })
  expect(difference(tiers, { plain: 1, vip: 2 }, { vip: 3, plain: 1 })).toEqual({
    kind: 'list',
    added: [],
    removed: [],
    changed: [{ before: 'VIP 2', after: 'VIP 3' }],
    more: 0,
    moved: false,
    unchanged: 1,
  })
  const limits = entriesDescribedAs(
    z.object({ ban: z.object({ hour: z.number() }) }),
    ({ value }) => `${value.hour} an hour`,
  )
  expect(difference(limits, { ban: { hour: 1 } }, { ban: { hour: 2 } })).toMatchObject({
    changed: [{ before: '1 an hour', after: '2 an hour' }],
  })
})

test('fields that mean nothing separately are shown as a whole, and a different one with the same words is marked as another one', () => {
  const file = z.object({ id: z.string(), name: z.string() })
  const picture = describedAs(file.nullable().default(null), ({ name }) => name)
  const pair = (before: string, after: string) => ({ kind: 'value', before, after })
  const logo = { id: '1', name: 'logo.png' }
  expect(difference(picture, null, logo)).toEqual(pair('none', 'logo.png'))
  expect(difference(picture, logo, { id: '2', name: 'boat.png' })).toEqual(pair('logo.png', 'boat.png'))
  expect(difference(picture, logo, { ...logo, id: '2' })).toEqual(pair('logo.png', 'logo.png (another one)'))
  expect(difference(picture, logo, { ...logo })).toEqual(pair('logo.png', 'logo.png'))
})

test('a page lists a limited number of characters of entries, and counts the others', () => {
  const words = Array.from({ length: 40 }, (_, place) => `word ${place}`.padEnd(10))
  const budget = { ...newComparisonBudget(), listed: 605 }
  const once = () => differenceOf(z.array(z.string()), [], words, nameOf, budget)
  expect(once()).toMatchObject({ added: { length: 40 }, more: 0 })
  expect(once()).toMatchObject({ added: { length: 20 }, more: 20 })
  expect(once()).toMatchObject({ added: [], more: 40 })
})

test('a text is shown with the names of the people and things that it mentions', () => {
  const [known, gone] = ['100000000000000001', '100000000000000002']
  const called: NameOf = (control, id) =>
    control === 'channel'
      ? `#${id === known ? 'general' : 'market'}`
      : control === 'role' && id === known
        ? '@Potter'
        : undefined
  const told = (schema: z.ZodType, before: unknown, after: unknown) =>
    JSON.stringify(differenceOf(schema, before, after, called))
  const text = field.message('Text')
  const shown = told(text, `Ask in <#${known}>`, `Ask <@&${known}>, <@&${gone}> or <@${known}> <:kiln:${known}>`)
  expect(shown).toContain('Ask in #general')
  expect(shown).toContain('Ask @Potter, a deleted role or @a member :kiln:')
  expect(told(text, `Whoever reads the rules meets <#${known}>`, `Whoever reads the rules meets <#${gone}>`)).toContain(
    'Whoever reads the rules meets #',
  )
  expect(told(z.array(z.string()), [`<#${known}>`], [`<#${gone}>`])).toContain('"added":["#market"]')
  // Two things of the same name are told apart by their ids.
  expect(told(text, `Ask <@&${gone}> today`, `Ask <@&100000000000000003> today`)).toContain(gone)
})
