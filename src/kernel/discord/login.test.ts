import { expect, test } from 'vitest'
import { closedForGood, lackingIntents } from './login.ts'

test('missing intents are named as in the developer portal', () => {
  expect(lackingIntents(0)).toEqual(['Server Members Intent', 'Message Content Intent'])
  expect(lackingIntents((1 << 15) | (1 << 19))).toEqual([])
  expect(lackingIntents(1 << 14)).toEqual(['Message Content Intent'])
})

test('each fatal close code has its own sentence and exit code', () => {
  expect(closedForGood(4004)).toMatchObject({ exitCode: 3, message: expect.stringContaining('DISCORD_TOKEN') })
  expect(closedForGood(4014, ['Message Content Intent'])).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('Switch on Message Content Intent at https://discord.com/developers'),
  })
  expect(closedForGood(4011)).toMatchObject({ exitCode: 2, message: expect.stringContaining('SHARDS=auto') })
  expect(closedForGood(4012)).toMatchObject({ exitCode: 5 })
})
