import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelProgress, totalOf } from '../curve.ts'
import { readCsv, writeCsv } from './csv.ts'
import { readMee6 } from './mee6.ts'
import { planImport } from './plan.ts'

const [mara, jun, ida] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const
const standings = ({ entries }: ReturnType<typeof readCsv>) =>
  entries.map(({ userId, total }) => [userId, levelProgress(total)])

test('columns are recognized by the names other bots give them, with any separator', () => {
  const text = `\uFEFFUser ID;Username;Lvl;Message Count\n${mara};"W; Mara";12;1,204\n${jun};jun;3;\n`
  expect(readCsv(text)).toEqual({
    format: 'csv',
    entries: [
      { userId: mara, name: 'W; Mara', total: totalOf({ level: 12, xp: 0 }), messages: 1204 },
      { userId: jun, name: 'jun', total: totalOf({ level: 3, xp: 0 }), messages: 0 },
    ],
    refused: [],
  })
})

test('XP without a level is total XP; with a level it counts when it fits within that level', () => {
  expect(standings(readCsv(`id,xp\n${mara},507`))).toEqual([[mara, { level: 3, xp: 7 }]])
  const both = readCsv(`id,level,xp\n${mara},3,899\n${jun},3,90000\n${ida},0,40`)
  expect(standings(both)).toEqual([
    [mara, { level: 3, xp: 899 }],
    [jun, { level: 3, xp: 0 }],
    [ida, { level: 1, xp: 40 }],
  ])
})

test('each line that cannot be used says why, and the others count', () => {
  const { entries, refused } = readCsv(
    [
      'user_id,level,xp',
      `${mara},4,`,
      '1.0E+17,4,',
      ',4,',
      `${jun},four,`,
      `${mara},9,`,
      `${ida},-3,`,
      'bob,1,1',
      `${ida},99999,`,
    ].join('\n'),
  )
  expect(entries.map(({ userId }) => userId)).toEqual([mara])
  expect(refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    expect.stringMatching(/^3 A spreadsheet program has rounded the ID/),
    '4 The ID of the member is missing.',
    '5 The level is not a whole number.',
    '6 Line 2 is about the same member.',
    '7 The level is not a whole number.',
    '8 This is not the ID of a Discord account.',
    '9 The level is above 1400.',
  ])
})

test('a file without the required columns is refused with instructions for naming them', () => {
  expect(() => readCsv('name,score\nmara,3')).toThrow('The first line must name the columns')
  expect(() => readCsv('user_id,level\n"100')).toThrow('a quotation mark is never closed')
})

test('an export is read back without differences, and no name becomes a formula', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({
          userId: fc.bigInt({ min: 10n ** 17n, max: 10n ** 19n }).map(String),
          name: fc.oneof(fc.string({ maxLength: 32 }), fc.constant(null)),
          total: fc.integer({ min: 0, max: 900_000_000 }),
          messages: fc.nat(),
        }),
        { selector: ({ userId }) => userId, maxLength: 5 },
      ),
      rows => {
        const { entries, refused } = readCsv(writeCsv(rows))
        expect(refused).toEqual([])
        expect(entries.map(({ userId, total, messages }) => ({ userId, total, messages }))).toEqual(
          rows.map(({ userId, total, messages }) => ({ userId, total, messages })),
        )
      },
    ),
    { numRuns: 100 },
  )
  expect(writeCsv([{ userId: mara, name: '=1+1', total: 0, messages: 0 }])).toContain(",'=1+1,")
})

test('levels from MEE6 are kept, with the progress toward the next', () => {
  // 5 x 2² + 50 x 2 + 100 = 220 lead from level 2 to 3 there, after 100 + 155.
  const players = [
    { id: mara, username: 'mara.w', level: 2, xp: 100 + 155 + 110, message_count: 77 },
    { id: jun, username: 'jun', level: 0, xp: 40, message_count: 3 },
    { id: ida, level: 'high' },
  ]
  const read = readMee6(JSON.stringify({ players, page: 0 }))
  expect(standings(read)).toEqual([
    [mara, { level: 2, xp: 200 }],
    [jun, { level: 1, xp: 0 }],
  ])
  expect(read.entries[0]).toMatchObject({ messages: 77, name: 'mara.w' })
  expect(read.refused).toEqual([{ line: 3, reason: 'The level is not a whole number.' }])
  expect(() => readMee6('{"players": [')).toThrow('not valid JSON')
  expect(() => readMee6('{}')).toThrow('no list of players')
})

test('importing again changes nothing, unless XP is added', () => {
  const { entries } = readCsv(`id,xp\n${mara},500\n${jun},200\n${ida},50`)
  const totals = new Map([
    [mara, 900],
    [jun, 200],
  ])
  const after = (mode: 'set' | 'add' | 'max', before: ReadonlyMap<string, number>) => {
    const { fresh, changed, unchanged } = planImport(entries, before, mode)
    return new Map([...fresh, ...changed, ...unchanged].map(({ entry, after: total }) => [entry.userId, total]))
  }
  expect(new Set(after('set', totals).values())).toEqual(new Set([200, 50, 500]))
  expect(after('max', totals).get(mara)).toBe(900)
  expect(after('add', totals).get(mara)).toBe(1400)
  for (const mode of ['set', 'max'] as const) {
    const once = after(mode, totals)
    expect(planImport(entries, once, mode).changed).toEqual([])
    expect(after(mode, once)).toEqual(once)
  }
  const { fresh, changed, unchanged } = planImport(entries, totals, 'set')
  expect([fresh, changed, unchanged].map(list => list.map(({ entry }) => entry.userId))).toEqual([[ida], [mara], [jun]])
})
