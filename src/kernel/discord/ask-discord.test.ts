import { expect, test } from 'vitest'
import { createAskDiscord } from './ask-discord.ts'

function stage() {
  let now = 1
  let asked = 0
  const askDiscord = createAskDiscord(() => now)
  return {
    asked: () => asked,
    goOn: (ms: number) => (now += ms),
    question: (guildId: string, key: string, answer: () => Promise<unknown> = async () => asked) =>
      askDiscord({
        guildId,
        key,
        ttlMs: 5000,
        ask() {
          asked += 1
          return answer()
        },
      }),
  }
}

test('simultaneous and repeated requests share an answer; a failure is not kept', async () => {
  const { question, asked, goOn } = stage()
  expect(await Promise.all([question('1', 'stats'), question('1', 'stats')])).toEqual([1, 1])
  goOn(4999)
  expect([await question('1', 'stats'), await question('1', 'invites'), await question('2', 'stats')]).toEqual([
    1, 2, 3,
  ])
  goOn(2)
  expect(await question('1', 'stats')).toBe(4)
  await expect(question('1', 'codes', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await question('1', 'codes')).toBe(6)
  expect(asked()).toBe(6)
})

test('a clock that was ahead keeps no answer for longer', async () => {
  const { question, goOn } = stage()
  goOn(3_600_000)
  expect(await question('1', 'stats')).toBe(1)
  goOn(-3_600_000)
  expect(await question('1', 'stats')).toBe(2)
})

test('one server cannot use up the budget of requests that all share', async () => {
  const { question, goOn } = stage()
  for (let at = 0; at < 60; at++) await question('1', `page ${at}`)
  await expect(question('1', 'one more')).rejects.toMatchObject({ status: 429, code: 'discord.budget' })
  expect(await question('1', 'page 59')).toBe(60)
  expect(await question('2', 'stats')).toBe(61)
  goOn(60_001)
  expect(await question('1', 'one more')).toBe(62)
})
