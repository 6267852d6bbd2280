import { expect, test } from 'vitest'
import type { CaseRow } from '#features/moderation/contract.ts'
import { kindLabel, sourceLabel, stateOf, subjectOf, toneOf } from './case-state.ts'

const row = (more: Partial<CaseRow>): CaseRow => ({
  number: 1,
  kind: 'warn',
  source: 'person',
  target: null,
  moderator: null,
  channel: null,
  detail: null,
  count: null,
  reason: null,
  createdAt: 0,
  expiresAt: null,
  active: false,
  ended: null,
  voided: false,
  edits: [],
  ...more,
})

test('the state of a case is one word, with void taking precedence', () => {
  expect(stateOf(row({ active: true }))).toBe('Active')
  expect(stateOf(row({ kind: 'ban', active: true }))).toBe('In force')
  expect(stateOf(row({ ended: 'used' }))).toBe('Used up')
  expect(stateOf(row({ ended: 'cleared', voided: true }))).toBe('Void')
  expect(stateOf(row({ kind: 'kick' }))).toBeUndefined()
})

test('the target of a case is a person, a channel, or somebody who was forgotten', () => {
  const channel = { id: '111111111111111111', name: 'general' }
  expect(subjectOf(row({ target: { id: '111111111111111111', name: 'jun_tan' }, channel }))).toBe('jun_tan')
  expect(subjectOf(row({ channel }))).toBe('#general')
  expect(subjectOf(row({}))).toBe('Forgotten')
})

test('kinds and sources have names, and kinds a severity', () => {
  expect([kindLabel('warn'), sourceLabel('discord')]).toEqual(['Warning', 'By hand in Discord'])
  expect([toneOf('ban'), toneOf('warn'), toneOf('unban'), toneOf('purge')]).toEqual([
    'danger',
    'warning',
    'success',
    'neutral',
  ])
})
