import { expect, test } from 'vitest'
import { z } from 'zod'
import { describedAs, entriesDescribedAs, field, personId } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { settingText } from './setting-text.ts'

const channel = {
  id: '1',
  name: 'general',
  type: 0,
  parentId: null,
  position: 0,
  botCanView: true,
  botCanSend: true,
  callerCanView: true,
  hiddenFromBot: false,
}
const role = {
  id: '2',
  name: 'Potter',
  colour: '#000000',
  position: 1,
  managed: false,
  assignable: true,
  reason: null,
  takingReason: null,
}
const server = {
  id: '9',
  name: 'G',
  iconURL: null,
  memberCount: 1,
  owner: 'mara.w',
  ownerId: '1',
  boosts: 0,
  boostTier: 0,
}
const you = { displayName: 'Mara', avatarURL: '', joinedAt: null }
const guild: GuildCore = { ...server, you, channels: [channel], roles: [role] }
const text = (schema: z.ZodType, value: unknown) => settingText(value, schema, guild)

test('ids are shown by name, even if their objects no longer exist', () => {
  const channels = field.channels('X', { max: 9 }).default([])
  const roles = field.roles('X', { max: 9 }).default([])
  expect(text(field.channel('X').nullable(), '1')).toBe('#general')
  expect(text(channels, ['1', '7'])).toBe('#general, a deleted channel')
  expect(text(roles, ['2'])).toBe('@Potter')
  expect([text(field.channel('X').nullable(), null), text(roles, [])]).toEqual(['none', 'none'])
})

test('choices are shown by their label, numbers with their unit, the rest as in the history', () => {
  const days = field.number('X', { min: 0, max: 9, unit: 'days' })
  expect(text(field.choice('X', [{ value: 'ban', label: 'Ban' }]), 'ban')).toBe('Ban')
  expect([text(days, 7), text(days, 1)]).toEqual(['7 days', '1 day'])
  const plain = field.text('X', { max: 9 })
  expect([text(z.number(), 7), text(field.toggle('X'), true), text(plain, '')]).toEqual(['7', 'On', 'none'])
})

test('lists, records and pictures are shown in the words of the history, and nothing is cut', () => {
  const long = 'x'.repeat(90)
  expect(text(z.array(z.string()), ['a.org', long])).toBe(`a.org, ${long}`)
  expect(text(field.text('X', { max: 99 }), long)).toBe(long)
  const question = z.object({ id: z.string(), label: z.string(), required: z.boolean() })
  const questions = entriesDescribedAs(
    z.array(question),
    ({ label, required }) => `${label}${required ? '' : ' (optional)'}`,
  )
  expect(text(questions.default([]), [{ id: 'q1', label: 'Which clay?', required: false }])).toBe(
    'Which clay? (optional)',
  )
  const limits = entriesDescribedAs(
    z.record(z.string(), z.number()),
    ({ name, value }, { role }) => `${role(name)}: ${value}`,
  )
  expect([text(limits, { 2: 5 }), text(limits, {})]).toEqual(['@Potter: 5', 'none'])
  const people = entriesDescribedAs(z.array(personId), (id, { member }) => member(id))
  expect(text(people, ['10000000000000000'])).toBe('user 10000000000000000')
  const picture = describedAs(z.object({ id: z.string(), name: z.string() }).nullable(), ({ name }) => name)
  expect([text(picture, { id: '9', name: 'kiln.png' }), text(picture, null)]).toEqual(['kiln.png', 'none'])
})
