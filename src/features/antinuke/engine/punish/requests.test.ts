import type { Client } from 'discord.js'
import { expect, test } from 'vitest'
import { send } from './requests.ts'

const hourMs = 3_600_000

test('a clock that was set to local time asks for no timeout that Discord refuses', async () => {
  const asked: { body: { communication_disabled_until: string } }[] = []
  // The parts that are used.
  const client = { rest: { patch: async (_path: string, options: (typeof asked)[number]) => asked.push(options) } }
  const right = Date.now()
  const punished = { guildId: '1', userId: '2' }
  for (const ahead of [14 * hourMs, 0, -12 * hourMs])
    await send(
      { client: client as unknown as Client<true>, now: () => right + ahead },
      punished,
      { do: 'timeout', enough: true },
      'Anti-nuke: test',
    )
  const lasting = asked.map(({ body }) => Date.parse(body.communication_disabled_until) - right)
  expect(Math.max(...lasting)).toBeLessThanOrEqual(28 * 24 * hourMs)
  expect(Math.min(...lasting)).toBeGreaterThanOrEqual(26 * 24 * hourMs)
})
