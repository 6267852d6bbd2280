import { createHmac, timingSafeEqual } from 'node:crypto'
import { snowflakeTime } from './snowflake.ts'

/** Signs with a secret derived from the seed, so that signatures stay valid across a restart. */
const signature = (seed: number, purpose: string, text: string) =>
  createHmac('sha256', `sandbox ${seed} ${purpose}`).update(text).digest('base64url')

const encode = (text: string) => Buffer.from(text).toString('base64url')
const decode = (text: string) => Buffer.from(text, 'base64url').toString()

/** Seals a text, so that `unseal` returns it only with the same seed and purpose. */
export function seal(seed: number, purpose: string, text: string): string {
  return `${encode(text)}.${signature(seed, purpose, text)}`
}

export function unseal(seed: number, purpose: string, sealed: string): string | undefined {
  const [encoded = '', claimed = '', ...rest] = sealed.split('.')
  if (rest.length > 0) return undefined
  const text = decode(encoded)
  const expected = Buffer.from(signature(seed, purpose, text))
  const actual = Buffer.from(claimed)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : undefined
}

/** The token with which a member's client uses REST and the gateway. */
export const userToken = (seed: number, userId: string): string => seal(seed, 'user', userId)
export const userOfToken = (seed: number, token: string): string | undefined => unseal(seed, 'user', token)

/**
 * A bot's token as Discord shapes it: the id, the second it was made, and a signature of both, each in base64. A bot's
 * token is the same in every world.
 */
export function botToken(userId: string): string {
  const made = Buffer.alloc(4)
  made.writeUInt32BE(Math.floor(snowflakeTime(userId) / 1000))
  const named = `${encode(userId)}.${made.toString('base64url')}`
  return `${named}.${signature(0, 'bot', named).slice(0, 38)}`
}
