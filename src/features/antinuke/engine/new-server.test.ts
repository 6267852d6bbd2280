// @module-tag long
import { SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { isNewcomer, isUnproven, noteNewcomer } from './roster.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test.each([
  ['an old one', 'years old', 400 * dayMs, 400 * dayMs, true],
  ['an old one', 'new', 400 * dayMs, hourMs, true],
  ['one of today', 'years old', 5 * hourMs, 400 * dayMs, false],
  ['one of today', 'new', 5 * hourMs, hourMs, true],
] as const)(
  'who joined an hour ago, in %s, with an account that is %s',
  async (_server, _account, old, age, expected) => {
    server = await guardedServer()
    const { services } = server.app.product
    const bornAgo = (ms: number) => String(SnowflakeUtil.generate({ timestamp: services.now() - ms }))
    const [guildId, userId] = [bornAgo(old), bornAgo(age)]
    noteNewcomer(services, guildId, userId, services.now() - hourMs)
    expect(isNewcomer(services, guildId, userId)).toBe(expected)
    expect(isUnproven(services, guildId, userId)).toBe(expected)
  },
)
