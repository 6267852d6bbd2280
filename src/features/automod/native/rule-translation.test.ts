import { expect, test } from 'vitest'
import automod from '../contract.ts'
import type { Word } from '../text/contract.ts'
import type { AutomodSettings } from '../contract.ts'
import { toNativeRules, fingerprint } from './rule-translation.ts'

const settings = (some: Partial<AutomodSettings>): AutomodSettings => ({
  ...automod.settings.parse({ enabled: true, mirrorNative: true }),
  ...some,
})
const regex = (pattern: string): Word => ({ pattern, kind: 'regex' })

test('what Discord can express becomes rules, and the rest is listed with the reason', () => {
  const words: Word[] = [
    { pattern: 'bad', kind: 'word' },
    { pattern: '*worse*', kind: 'wildcard' },
    { pattern: 'x'.repeat(61), kind: 'word' },
    regex('a[b&&c]'),
    ...Array.from({ length: 11 }, (_, index) => regex(`p${index}`)),
  ]
  const { rules, left } = toNativeRules(
    settings({ words, antiMassmention: true, antiSpam: true, exemptRoles: ['r'] }),
    ['m'],
  )
  expect(rules.map(({ key }) => key)).toEqual(['words', 'mentions', 'spam'])
  expect(rules[0]).toMatchObject({ keywords: ['bad', '*worse*'], roles: ['r', 'm'] })
  expect(rules[0]?.patterns).toHaveLength(10)
  expect(left.map(({ pattern }) => pattern)).toEqual(['x'.repeat(61), 'a[b&&c]', 'p10'])
})

test('nothing is mirrored while it is off, and moderators are not exempt while they are moderated too', () => {
  const words: Word[] = [{ pattern: 'bad', kind: 'word' }]
  expect(toNativeRules(settings({ words, mirrorNative: false }), []).rules).toEqual([])
  expect(toNativeRules(settings({ words, enabled: false }), []).rules).toEqual([])
  expect(toNativeRules(settings({ words, debug: true }), ['m']).rules[0]?.roles).toEqual([])
  expect(
    toNativeRules(settings({ words, exemptRoles: Array.from({ length: 25 }, (_, id) => String(id)) }), []).rules[0]
      ?.roles,
  ).toHaveLength(20)
})

test('a different order of a list is not a change, anything else is', () => {
  const [rule] = toNativeRules(
    settings({
      words: [
        { pattern: 'a', kind: 'word' },
        { pattern: 'b', kind: 'word' },
      ],
    }),
    ['1', '2'],
  ).rules
  if (!rule) throw new Error('there is no rule')
  const { key: _key, ...given } = rule
  expect(fingerprint({ ...given, keywords: ['b', 'a'], roles: ['2', '1'] })).toBe(fingerprint(given))
  expect(fingerprint(given, false)).not.toBe(fingerprint(given))
  expect(fingerprint({ ...given, keywords: ['a'] })).not.toBe(fingerprint(given))
})
