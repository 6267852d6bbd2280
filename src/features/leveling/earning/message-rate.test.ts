import { expect, test } from 'vitest'
import leveling from '../contract.ts'
import { messageGain, rateAt } from './message-rate.ts'

const usual = leveling.settings.parse({})
const at = (channelIds: string[], roles: string[] = []) => ({ channelIds, hasRole: (id: string) => roles.includes(id) })
const id = (n: number) => String(n).padStart(18, '1')
const [thread, channel, category, slow, fast] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]

test('a message earns one to 20', () => {
  expect([0, 0.5, 0.999_999].map(chance => messageGain(usual, at([channel]), chance))).toEqual([1, 11, 20])
})

test('the rate is the server’s times the channel’s times the highest of the roles', () => {
  const rates = {
    ...usual,
    xpRate: 200,
    channelRates: [
      { channelId: category, percent: 50 },
      { channelId: channel, percent: 300 },
    ],
    roleRates: [
      { roleId: slow, percent: 10 },
      { roleId: fast, percent: 150 },
    ],
  }
  expect(rateAt(rates, at([id(9)]))).toBe(2)
  expect(rateAt(rates, at([id(9), category]))).toBe(1)
  expect(rateAt(rates, at([channel, category]))).toBe(6)
  expect(rateAt(rates, at([thread, channel, category]))).toBe(6)
  expect(rateAt(rates, at([id(9)], [slow]))).toBe(0.2)
  expect(rateAt(rates, at([channel], [slow, fast]))).toBe(9)
})

test('nothing is earned in channels or with roles that are set to earn none', () => {
  const rates = { ...usual, xpRate: 1000, noXpChannels: [category], noXpRoles: [slow] }
  expect(messageGain(rates, at([thread, channel, category]), 0.9)).toBe(0)
  expect(messageGain(rates, at([channel], [slow, fast]), 0.9)).toBe(0)
  expect(messageGain(rates, at([channel], [fast]), 0.9)).toBe(190)
})
