import { expect, test } from 'vitest'
import drawWelcomeCard, { standing } from './card.task.ts'

test('a picket stands for each member, as long as there is room', () => {
  expect([-1, 0, 1, 46, 1_000_000].map(standing)).toEqual([0, 0, 1, 46, 46])
})

test('a join raises a picket, a departure does not', async () => {
  const card = { name: 'jun', avatar: undefined, serverName: 'Makers', memberCount: 3 }
  const welcome = await drawWelcomeCard({ ...card, kind: 'welcome', colour: '#068ADD' })
  const farewell = await drawWelcomeCard({ ...card, kind: 'farewell', colour: '#068ADD' })
  for (const png of [welcome, farewell])
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 934, 360])
  expect(welcome.equals(farewell)).toBe(false)
})
