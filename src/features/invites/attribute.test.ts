import { array, assert, boolean, constantFrom, integer, nat, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attribute, type InviteState } from './attribute.ts'

const seen = (code: string, inviterId: string | null, uses: number, more: Partial<InviteState> = {}): InviteState => ({
  code,
  uses,
  maxUses: 0,
  inviterId,
  vanity: false,
  expiresAt: null,
  deletedAt: null,
  ...more,
})
const heardAt = 100_000
const joins = (count: number) => Array.from({ length: count }, (_, at) => ({ userId: `m${at}`, since: heardAt }))
const ask = (
  before: InviteState[] | undefined,
  after: InviteState[],
  count: number,
  { joinsMissed = false, counted = count } = {},
) => attribute({ before, after, joins: joins(count), countedJoins: counted, joinsMissed })
/** Each finding in one line: 'certain ana a'. */
const told = (verdict: ReturnType<typeof attribute>) =>
  verdict.findings.map(({ certainty, inviterId, code, via }) =>
    via === 'unknown' ? 'unknown' : [certainty, via === 'vanity' ? 'vanity' : inviterId, code ?? '-'].join(' '),
  )

describe('the truth table', () => {
  const a = seen('a', 'ana', 3)
  const b = seen('b', 'ben', 7)
  const up = (one: InviteState, by = 1) => ({ ...one, uses: one.uses + by })
  const once = seen('once', 'ana', 0, { maxUses: 1 })

  test.each<[string, InviteState[] | undefined, InviteState[], number, string[], boolean]>([
    ['nobody had looked before', undefined, [a], 1, ['unknown'], true],
    ['one join, one code grew by one', [a, b], [up(a), b], 1, ['certain ana a'], true],
    ['three joins, one code grew by three', [a, b], [up(a, 3), b], 3, Array(3).fill('certain ana a'), true],
    ['two joins, two people’s codes', [a, b], [up(a), up(b)], 2, ['likely ana a', 'likely ben b'], true],
    [
      'two joins, two codes of one person',
      [a, seen('a2', 'ana', 0)],
      [up(a), seen('a2', 'ana', 1)],
      2,
      ['certain ana -', 'certain ana -'],
      true,
    ],
    ['a code that appeared meanwhile', [a], [a, seen('new', 'ben', 1)], 1, ['certain ben new'], true],
    ['no code grew', [a, b], [a, b], 1, ['unknown'], false],
    ['two joins, one use', [a, b], [up(a), b], 2, ['unknown', 'unknown'], false],
    ['one join, two uses of one code', [a, b], [up(a, 2), b], 1, ['likely ana a'], false],
    ['one join, uses of two people’s codes', [a, b], [up(a), up(b)], 1, ['unknown'], false],
    [
      'the vanity code grew',
      [a, seen('us', null, 1, { vanity: true })],
      [a, seen('us', null, 2, { vanity: true })],
      1,
      ['certain vanity us'],
      true,
    ],
    [
      'a one-use invite went right after the join',
      [a, { ...once, deletedAt: heardAt }],
      [a],
      1,
      ['certain ana once'],
      true,
    ],
    ['a one-use invite is gone, nobody told', [a, once], [a], 1, ['likely ana once'], false],
    [
      'a one-use invite went just before the join',
      [a, { ...once, deletedAt: heardAt - 1000 }],
      [a],
      1,
      ['likely ana once'],
      false,
    ],
    [
      'a one-use invite was deleted long before',
      [a, { ...once, deletedAt: heardAt - 6000 }],
      [a],
      1,
      ['unknown'],
      false,
    ],
    ['a one-use invite had expired', [a, { ...once, expiresAt: heardAt }], [a], 1, ['unknown'], false],
    [
      'one of two one-use invites, of two people',
      [once, seen('o2', 'ben', 0, { maxUses: 1 })],
      [],
      1,
      ['unknown'],
      false,
    ],
    ['an invite without limit was deleted', [a], [], 1, ['unknown'], false],
    ['an invite with uses left was deleted', [seen('five', 'ana', 1, { maxUses: 5 })], [], 1, ['unknown'], false],
    [
      'its last two uses, by two joins',
      [seen('five', 'ana', 3, { maxUses: 5, deletedAt: heardAt })],
      [],
      2,
      Array(2).fill('certain ana five'),
      true,
    ],
  ])('%s', (_what, before, after, count, findings, addsUp) => {
    const verdict = ask(before, after, count)
    expect(told(verdict)).toEqual(findings)
    expect(verdict.addsUp).toBe(addsUp)
  })

  test('while joins keep coming, the first is likely at best and the rest wait', () => {
    expect(told(ask([a, b], [up(a, 2), b], 4, { counted: 1 }))).toEqual(['likely ana a', 'likely ana a'])
    expect(told(ask([a, b], [up(a), b], 4, { counted: 2 }))).toEqual(['unknown', 'unknown'])
    expect(told(ask([a, b], [a, b], 2, { counted: 1 }))).toEqual(['unknown'])
  })

  test('after an outage nothing is certain', () => {
    expect(told(ask([a, b], [up(a), b], 1, { joinsMissed: true }))).toEqual(['likely ana a'])
    expect(told(ask([a, b], [up(a, 4), b], 2, { joinsMissed: true }))).toEqual(['likely ana a', 'likely ana a'])
    expect(told(ask([a, b], [up(a), up(b, 2)], 1, { joinsMissed: true }))).toEqual(['unknown'])
  })
})

/** A server with some invites, and people who join by them or in other ways; some invites are deleted along the way. */
const story = record({
  codes: array(
    record({
      owner: constantFrom('ana', 'ben', 'cy', null),
      uses: nat({ max: 4 }),
      room: option(integer({ min: 1, max: 3 }), { nil: 0 }),
      vanity: boolean(),
      deletedBefore: boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  /** The code that each joins by; -1 is another way, such as discovery. */
  choices: array(integer({ min: -1, max: 4 }), { maxLength: 5 }),
  joinsMissed: boolean(),
  /**
   * How many of the last joins came too late to be counted, and how many of the earlier ones were certainly counted.
   */
  late: nat({ max: 3 }),
  doubtful: nat({ max: 2 }),
}).map(({ codes, choices, joinsMissed, late, doubtful }) => {
  const included = Math.max(0, choices.length - late)
  const before = codes.map(({ owner, uses, room, vanity, deletedBefore }, at) =>
    seen(`c${at}`, vanity ? null : owner, uses, {
      maxUses: vanity || room === 0 ? 0 : uses + room,
      vanity,
      deletedAt: deletedBefore ? heardAt - 60_000 : null,
    }),
  )
  const now = new Map(before.filter(({ deletedAt }) => deletedAt === null).map(one => [one.code, { ...one }]))
  const spent = new Set<string>()
  const truth = choices.map((choice, at) => {
    const used = now.get(`c${choice}`)
    if (!used || at >= included) return used
    used.uses++
    if (used.maxUses > 0 && used.uses === used.maxUses) {
      now.delete(used.code)
      spent.add(used.code)
    }
    return used
  })
  const known = before.map(one => (spent.has(one.code) ? { ...one, deletedAt: heardAt } : one))
  return {
    before: known,
    after: [...now.values()],
    truth,
    joinsMissed,
    included,
    counted: Math.max(0, included - doubtful),
  }
})

test('what is called certain is true, whatever happened', () => {
  assert(
    property(story, ({ before, after, truth, ...seen }) => {
      const { findings } = ask(before, after, truth.length, seen)
      const untrue = findings.filter(({ certainty, inviterId, via, code }, at) => {
        const used = truth[at]
        if (certainty !== 'certain') return false
        if (seen.joinsMissed || !used || used.inviterId !== inviterId || used.vanity !== (via === 'vanity')) return true
        return code !== null && code !== used.code
      })
      expect(untrue).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('no code is credited with more joins than used it, and no join that was counted is left without an answer', () => {
  assert(
    property(story, ({ before, after, truth, ...seen }) => {
      const { findings } = ask(before, after, truth.length, seen)
      expect(findings.length).toBeGreaterThanOrEqual(seen.counted)
      const uses = Map.groupBy(truth.slice(0, seen.included), used => used?.inviterId ?? used?.code)
      const credits = Map.groupBy(findings, ({ inviterId, code }) => inviterId ?? code ?? undefined)
      const tooMany = [...credits].filter(
        ([who, theirs]) => who !== undefined && theirs.length > (uses.get(who)?.length ?? 0),
      )
      expect(tooMany).toEqual([])
    }),
    { numRuns: 200 },
  )
})
