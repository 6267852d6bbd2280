import { expect, test } from 'vitest'
import { kinds, quietText, uncountedText, valuesOf } from './activity-words.ts'

const nothing = { xp: 0, messages: 0, voiceSeconds: 0 }
const some = { xp: 12, messages: 3, voiceSeconds: 90 }
const days = (...done: (typeof some | null)[]) =>
  done.map((one, place) => ({ at: Date.UTC(2026, 10, 20 + place), done: one }))

test.each([
  [days(nothing, some), undefined, undefined],
  [days(nothing, nothing), undefined, 'Nothing in the last 2 days.'],
  [days(null, null, some), 'Counted since 22 Nov; what happened before is not known.', undefined],
  [
    days(null, nothing),
    'Counted since 21 Nov; what happened before is not known.',
    'Nothing in the last 2 days. Counted since 21 Nov; what happened before is not known.',
  ],
  [days(some, null, some), '1 day of these was not counted.', undefined],
  [days(null, some, null, some), '2 days of these were not counted.', undefined],
])('the text says which days were not counted, and if there was nothing', (shown, uncounted, quiet) => {
  expect([uncountedText(shown), quietText(shown)]).toEqual([uncounted, quiet])
})

test('each kind has its own values and text', () => {
  expect((['xp', 'messages', 'voice'] as const).map(kind => valuesOf(days(some, null), kind))).toEqual([
    [12, null],
    [3, null],
    [90_000, null],
  ])
  expect([kinds.xp.text(3990), kinds.messages.text(1), kinds.voice.text(0), kinds.voice.text(7_500_000)]).toEqual([
    '3,990 XP',
    '1 message',
    'No time in voice channels',
    '2 h 5 min in voice channels',
  ])
})
