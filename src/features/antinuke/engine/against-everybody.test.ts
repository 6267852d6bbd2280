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
  [{ regex_patterns: ['[a-z]'] }],
  [{ regex_patterns: ['.{1,500}'] }],
  [{ regex_patterns: ['[^\\s]'] }],
  [{ regex_patterns: ['(?i)[a-m]', '(?i)[n-z]'] }],
  [{ regex_patterns: ['[aeiou]'] }],
  [{ regex_patterns: ['[a-z]|x{60}y{60}'] }],
  [{ regex_patterns: ['\\p{L}|x{9}y{9}z{50}', '[(]{2}'] }],
  [{ keyword_filter: ['*th*', '*ou*', '*or*', '*o*k', 'lol', 'ok', '*ow*', '*ic*', '*id*', '*ap*', '*as*'] }],
])('a rule that matches whatever people write: %j', metadata => {
  expect(made(metadata)).toBe('silences')
  expect(made(metadata, [{ type: 4, metadata: {} }])).toBe('silences')
  expect(made(metadata, block)).toBe('stops')
  expect(made(metadata, timeout(60))).toBe('stops')
  expect(made(metadata, day, false)).toBe(undefined)
})

test.each([
  [{ keyword_filter: ['*coin*', 'free nitro', 'e', '*死*', '*7*', '*'] }],
  [{ regex_patterns: ['[а-я]+', 'https?://.*', '[A-Z]{10,}', '.{400,}', 'free .* gift'] }],
  [{ regex_patterns: ['^[a-z]', '\\d', '^.{1,3}$', '[!?]{3,}', '(?:ha){5,}', '(', '(?x) a'] }],
  [{ regex_patterns: ['(((.?){60}){60}){60}'] }],
  [{ regex_patterns: ['[^.!?]$'] }],
  [{ keyword_filter: ['the n*', '*idiot*', 'lol', 'nice try', 'server', 'game'] }],
  [{ presets: [1, 2, 3] }],
  [{ mention_total_limit: 5 }],
  [{ keyword_filter: null, regex_patterns: 5 }],
])('everyday rules: %j', metadata => expect(made(metadata)).toBe(undefined))

test('small steps are noticed, too', () => {
  const blanket = { keyword_filter: ['*e*'] }
  const change = (key: string, old_value: unknown, new_value: unknown) => entry([{ key, old_value, new_value }])
  const rule = { enabled: true, actions: block, trigger_metadata: blanket }
  expect(againstEverybody(change('actions', block, day), rule)).toBe('silences')
  expect(againstEverybody(change('actions', timeout(9000), day), rule)).toBe(undefined)
  expect(againstEverybody(change('enabled', false, true), { ...rule, actions: day })).toBe('silences')
  expect(againstEverybody(change('enabled', true, false), { ...rule, actions: day })).toBe(undefined)
  const added = entry([{ key: '$add_keyword_filter', new_value: ['*e*'] }])
  expect(againstEverybody(added, { ...rule, actions: day, trigger_metadata: {} })).toBe('silences')
  // Discord may report the rule first, already in its new state.
  expect(againstEverybody(added, { ...rule, actions: day })).toBe('silences')
  expect(againstEverybody(change('name', 'a', 'b'), { ...rule, actions: day })).toBe(undefined)
})

test('a bait rule is against nobody until it applies to more channels', () => {
  const rule = { enabled: true, actions: day, trigger_metadata: { regex_patterns: ['.*'] } }
  const exempts = (old_value: unknown, new_value: unknown) =>
    againstEverybody(entry([{ key: 'exempt_channels', old_value, new_value }]), rule, {
      isBait: exempt => exempt.length === 2,
    })
  expect(exempts([], ['1', '2'])).toBe(undefined)
  expect(exempts(['1', '2'], ['1'])).toBe('silences')
})

const rule = (pattern: string) =>
  entry([
    { key: 'trigger_metadata', new_value: { regex_patterns: [pattern] } },
    { key: 'actions', new_value: day },
    { key: 'enabled', new_value: true },
  ])

test.each([
  ['общий-чат объявления правила поиск-игроков', '[а-яё]', '[А-ЯЁ]{5,}'],
  ['공지사항 자유채팅 질문과답변 모집게시판', '[가-힣]', '광고'],
  ['القواعد الدردشة-العامة الإعلانات', '[\\p{Arabic}]', '[٠-٩]'],
])('where channels are called %s, a rule against all of those letters is against everybody', (names, all, some) => {
  const letters = () => [...new Set(names.match(/\p{L}/gu))]
  for (const pattern of [all, '.{1,500}', '[^\\s]', '\\p{L}', '.'])
    expect([pattern, againstEverybody(rule(pattern), {}, { letters })]).toEqual([pattern, 'silences'])
  for (const pattern of [some, '[a-zA-Z]', 'https?://', '\\d'])
    expect([pattern, againstEverybody(rule(pattern), {}, { letters })]).toEqual([pattern, undefined])
})

test('where few letters are known, a rule against one of them is against nobody', () => {
  const letters = () => ['공', '지', '톡']
  expect(againstEverybody(rule('톡'), {}, { letters })).toBe(undefined)
  expect(againstEverybody(rule('\\p{L}'), {}, { letters })).toBe('silences')
})

test('nothing is assumed about what is not known', () => {
  expect(againstEverybody(entry([]))).toBe(undefined)
  expect(againstEverybody({ ...entry([]), changes: null })).toBe(undefined)
})
