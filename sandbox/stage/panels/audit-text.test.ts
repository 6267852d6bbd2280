import type { APIAuditLogEntry } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { changesOf, actionText, nameInChanges, toneOf } from './audit-text.ts'

const entry = (action: number, changes: unknown[] = []): APIAuditLogEntry =>
  JSON.parse(JSON.stringify({ id: '1', user_id: '2', target_id: '3', action_type: action, changes }))

test('an audit log action is a sentence, and destructive ones are red', () => {
  expect(actionText(entry(22), 'wren')).toBe('banned wren')
  expect(toneOf(22)).toBe('danger')
  expect(toneOf(10)).toBe('success')
})

test('a name with replacement patterns is shown as it is', () => {
  expect(actionText(entry(12), "$& $' $1")).toBe("deleted channel $& $' $1")
})

test('an unknown action shows its number', () => {
  expect(actionText(entry(999), 'x')).toContain('999')
})

test('a change shows before and after, a deletion only what was deleted', () => {
  expect(changesOf(entry(11, [{ key: 'name', old_value: 'a', new_value: 'b' }]))).toEqual(['name: a to b'])
  expect(changesOf(entry(24, [{ key: 'nick', new_value: 'b' }]))).toEqual(['nick: nothing to b'])
  const deletion = entry(12, [{ key: 'name', old_value: 'a' }])
  expect(changesOf(deletion)).toEqual([])
  expect(nameInChanges(deletion)).toBe('a')
})

test('given and taken roles are named', () => {
  expect(changesOf(entry(25, [{ key: '$add', new_value: [{ id: '9', name: 'Admin' }] }]))).toEqual(['gave Admin'])
})
