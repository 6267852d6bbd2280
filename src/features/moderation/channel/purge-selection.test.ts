import * as fc from 'fast-check'
import { MessageType } from 'discord.js'
import { expect, test } from 'vitest'
import {
  contains,
  everything,
  hasAttachment,
  hasLink,
  isAutomatic,
  isBy,
  oldestDeletable,
  selectMessages,
} from './purge-selection.ts'
import type { PurgeCandidate } from './purge-selection.ts'

const now = Date.UTC(2026, 5, 1)
const day = 86_400_000
const oldest = oldestDeletable(now)

const message = (more: Partial<PurgeCandidate> = {}): PurgeCandidate => ({
  id: '1',
  type: MessageType.Default,
  pinned: false,
  createdAt: now,
  authorId: '7',
  automatic: false,
  attachments: 0,
  texts: ['hello'],
  ...more,
})

/** A page as Discord lists it: newest first. */
const page = fc
  .array(
    fc.record({
      age: fc.integer({ min: 0, max: 20 * day }),
      pinned: fc.boolean(),
      automatic: fc.boolean(),
      type: fc.constantFrom(
        MessageType.Default,
        MessageType.Reply,
        MessageType.UserJoin,
        MessageType.ThreadStarterMessage,
        MessageType.Call,
      ),
    }),
    { maxLength: 100 },
  )
  .map(drawn =>
    drawn
      .toSorted((a, b) => a.age - b.age)
      .map(({ age, ...more }, place) => message({ ...more, id: String(1000 - place), createdAt: now - age })),
  )

const mayGo = ({ pinned, type, createdAt }: PurgeCandidate) =>
  !pinned && type !== MessageType.ThreadStarterMessage && type !== MessageType.Call && createdAt >= oldest

test('the newest matches on a page are selected, never a pinned, system or old message, and never more than asked', () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 1, max: 99 }), (messages, wanted) => {
      const { ids, tooOld } = selectMessages(messages, { wanted, oldest, matches: isAutomatic })
      const deletable = messages.filter(one => one.automatic && mayGo(one)).map(({ id }) => id)
      expect(ids).toEqual(deletable.slice(0, wanted))
      expect(tooOld).toBe(messages.some(({ createdAt }) => createdAt < oldest))
    }),
    { numRuns: 200 },
  )
})

test('the two-week limit leaves a minute for the request', () => {
  const ages = [14 * day, 14 * day - 59_000, 14 * day - 60_000, 0]
  const messages = ages.map((age, id) => message({ id: String(id), createdAt: now - age })).toReversed()
  expect(selectMessages(messages, { wanted: 99, oldest, matches: everything })).toEqual({
    ids: ['3', '2'],
    tooOld: true,
  })
})

test.each([
  ['https://example.org', true],
  ['see HTTP://localhost:80/x', true],
  ['look at www.example.org', true],
  ['join discord.gg/abc', true],
  ['join discord.com/invite/abc', true],
  ['<https://example.org>', true],
  ['http and www.', false],
  ['example dot org', false],
  ['https:// nothing', false],
])('%s has a link: %s', (text, expected) => {
  expect(hasLink(message({ texts: ['first part', text] }))).toBe(expected)
})

test('authors, attachments and words are told apart', () => {
  expect([isBy('7')(message()), isBy('8')(message())]).toEqual([true, false])
  expect([hasAttachment(message({ attachments: 2 })), hasAttachment(message())]).toEqual([true, false])
  expect([contains('ELL')(message()), contains('elk')(message())]).toEqual([true, false])
})
