import { expect, test } from 'vitest'
import { asFigure, countTiles, percentOf, spanInWords, supportTile, uptimeTile } from './tiles.ts'

const day = 86_400_000

test('figures are never rounded up', () => {
  expect([percentOf(1, 1), percentOf(9999, 10_000), percentOf(0, 5), percentOf(0, 0)]).toEqual([
    '100',
    '99.9',
    '0',
    '100',
  ])
  const [servers, users] = countTiles({ guildCount: 2, guilds: [{ memberCount: 9 }, { memberCount: 1200 }] }, '14:32')
  expect([servers.figure, users.figure, servers.source.text]).toEqual(['2', '1,209', 'Live, at 14:32'])
  expect(countTiles({ guildCount: 1, guilds: [] }, '')[0].sentence).toBe('has this copy in it right now')
})

test('a duration is given in its largest unit', () => {
  expect([90_000, 7_200_000, 6.9 * 3_600_000, 30 * day].map(spanInWords)).toEqual([
    '1 minute',
    '2 hours',
    '6 hours',
    '30 days',
  ])
  expect(uptimeTile({ upMs: 6 * 3_600_000, spanMs: 6 * 3_600_000 })).toMatchObject({
    figure: '100',
    sentence: 'of the 6 hours since this copy first started; the goal is 99.9%',
  })
  expect(uptimeTile({ upMs: 15 * day, spanMs: 30 * day }).sentence).toContain('of the 30 days before now')
})

test('the operator’s response times are shown as a figure if possible, and as written otherwise', () => {
  expect(asFigure('1 to 6 hours')).toEqual({ figure: '1–6', unit: 'h' })
  expect(asFigure('when I wake up')).toBeUndefined()
  const tile = supportTile({ chat: 'when I wake up', email: '3 days', stated: true })
  expect(tile).toMatchObject({ figure: 'when I wake up', source: { kind: 'stated' } })
  expect(supportTile({ chat: '1 to 6 hours', email: '24 to 48 hours', stated: false }).source.kind).toBe('default')
})
