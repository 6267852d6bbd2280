import { DiscordAPIError } from 'discord.js'
import { expect, test } from 'vitest'
import { UserError } from './errors.ts'
import { explain, isOutage, pausedCode } from './discord-errors.ts'

const refusal = (code: number, status = 403) =>
  new DiscordAPIError({ code, message: 'No' }, code, status, 'GET', 'http://localhost/x', {})

test('an error that a person can fix is explained in a sentence', () => {
  expect(explain(refusal(50_013))?.message).toContain('I lack a permission')
  expect(explain(refusal(10_003, 404))).toMatchObject({
    code: 'discord.10003',
    message: 'That channel no longer exists.',
  })
})

test('a bad request of ours stays a bug', () => {
  expect(explain(refusal(50_035, 400))).toBeUndefined()
  expect(explain(new TypeError('x is undefined'))).toBeUndefined()
})

test('a lost network is an outage, not a bug', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(explain(reset)).toMatchObject({ code: 'discord.down', status: 503 })
})

test('a request that was held back may work later, and the sentence about it stays', () => {
  const heldBack = new UserError(pausedCode, 'I am pausing.', 503)
  expect([isOutage(heldBack), isOutage(new UserError('shop.closed', 'The shop is closed.'))]).toEqual([true, false])
  expect(explain(heldBack)).toBe(heldBack)
})

test("a person's mistake is passed on unchanged", () => {
  const mistake = new UserError('shop.closed', 'The shop is closed.')
  expect(explain(mistake)).toBe(mistake)
})
