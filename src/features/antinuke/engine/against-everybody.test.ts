import { AuditLogEvent } from 'discord.js'
import { expect, test } from 'vitest'
import { againstEverybody } from './against-everybody.ts'
import type { AuditEntry } from './audit-entry.ts'

const entry = (changes: NonNullable<AuditEntry['changes']>): AuditEntry => ({
  id: '1200000000000000000',
  action_type: AuditLogEvent.AutoModerationRuleUpdate,
  changes,
})
const block = [{ type: 1, metadata: {} }]
const timeout = (seconds: number) => [...block, { type: 3, metadata: { duration_seconds: seconds } }]
const made = (metadata: object, actions: unknown = timeout(86_400), enabled = true) =>
  againstEverybody(
    entry([
      { key: 'trigger_metadata', new_value: metadata },
      { key: 'actions', new_value: actions },
      { key: 'enabled', new_value: enabled },
    ]),
  )
const day = timeout(86_400)

test.each([
  [{ keyword_filter: ['crypto', '*e*'] }],
  [{ keyword_filter: ['а*'] }],
  [{ regex_patterns: ['.*'] }],
  [{ regex_patterns: ['(?i)^\\w+$'] }],
])('a rule that is met by whatever somebody writes: %j', metadata => {
  expect(made(metadata)).toBe('silences')
  expect(made(metadata, [{ type: 4, metadata: {} }])).toBe('silences')
  expect(made(metadata, block)).toBe('stops')
  expect(made(metadata, timeout(60))).toBe('stops')
  expect(made(metadata, day, false)).toBe(undefined)
})

test.each([
  [{ keyword_filter: ['*coin*', 'free nitro', 'e', '*死*', '*7*', '*'] }],
  [{ regex_patterns: ['[а-я]+', 'https?://.*', '[A-Z]{10,}', '.{400,}', 'free .* gift'] }],
  [{ presets: [1, 2, 3] }],
  [{ mention_total_limit: 5 }],
  [{ keyword_filter: null, regex_patterns: 5 }],
])('everyday rules: %j', metadata => expect(made(metadata)).toBe(undefined))

test('in small steps it is the same', () => {
  const blanket = { keyword_filter: ['*e*'] }
  const change = (key: string, old_value: unknown, new_value: unknown) => entry([{ key, old_value, new_value }])
  const rule = { enabled: true, actions: block, trigger_metadata: blanket }
  expect(againstEverybody(change('actions', block, day), rule)).toBe('silences')
  expect(againstEverybody(change('actions', timeout(9000), day), rule)).toBe(undefined)
  expect(againstEverybody(change('enabled', false, true), { ...rule, actions: day })).toBe('silences')
  expect(againstEverybody(change('enabled', true, false), { ...rule, actions: day })).toBe(undefined)
  const added = entry([{ key: '$add_keyword_filter', new_value: ['*e*'] }])
  expect(againstEverybody(added, { ...rule, actions: day, trigger_metadata: {} })).toBe('silences')
  expect(againstEverybody(change('name', 'a', 'b'), { ...rule, actions: day })).toBe(undefined)
})

test('nothing is read into what is not known', () => {
  expect(againstEverybody(entry([]))).toBe(undefined)
  expect(againstEverybody({ ...entry([]), changes: null })).toBe(undefined)
})
