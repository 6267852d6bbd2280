import { expect, test } from 'vitest'
import type { FieldMeta } from '#contract'
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
const text = (value: unknown, meta: Partial<FieldMeta>) =>
  settingText(value, { control: 'text', label: 'X', ...meta }, guild)

test('ids are shown by name, even if their objects no longer exist', () => {
  expect(text('1', { control: 'channel' })).toBe('#general')
  expect(text(['1', '7'], { control: 'channels' })).toBe('#general, a deleted channel')
  expect(text(['2'], { control: 'roles' })).toBe('@Potter')
  expect([text(null, { control: 'channel' }), text([], { control: 'roles' })]).toEqual(['none', 'none'])
})

test('choices are shown by their label, numbers with their unit, the rest as in the history', () => {
  expect(text('ban', { control: 'choice', options: [{ value: 'ban', label: 'Ban' }] })).toBe('Ban')
  expect(text(7, { control: 'number', unit: 'days' })).toBe('7 days')
  expect([text(7, { control: 'number' }), text(true, { control: 'toggle' }), text('', {})]).toEqual(['7', 'On', 'none'])
})

test('lists are shown with everything that their entries contain, and nothing is cut', () => {
  const long = 'x'.repeat(90)
  expect(text(['a.org', long], {})).toBe(`a.org, ${long}`)
  expect(text(long, {})).toBe(long)
  expect(text([{ pattern: 'scam', kind: 'word' }], {})).toBe('scam, word')
  expect(text([{ roleId: '2', percent: 5 }], {})).toBe('@Potter, 5')
  expect(text([{ roleId: '10000000000000000', percent: 5 }], {})).toBe('one that no longer exists, 5')
})
