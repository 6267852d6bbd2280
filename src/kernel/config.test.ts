import { expect, test } from 'vitest'
import { environment, parseConfig } from './config.ts'
import { StartupError } from '#kit/errors.ts'

const least = { DISCORD_TOKEN: 'token', DISCORD_CLIENT_ID: '123456789012345678', DISCORD_CLIENT_SECRET: 'secret' }

function failure(env: Record<string, string>): StartupError {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error
  }
  throw new Error('it started')
}

test('exactly the missing variables are named, and the demo', () => {
  const { message, exitCode } = failure({ DISCORD_CLIENT_ID: least.DISCORD_CLIENT_ID, DISCORD_TOKEN: ' ' })
  expect(message).toContain('DISCORD_TOKEN, DISCORD_CLIENT_SECRET.')
  expect(message).toContain('npm run demo')
  expect(message).not.toContain('DISCORD_CLIENT_ID')
  expect(exitCode).toBe(2)
})

test('three variables are enough, everything else points at Discord', () => {
  const config = parseConfig(least)
  expect(config.discord).toMatchObject({ apiUrl: 'https://discord.com/api', shards: 'auto' })
  expect(config).toMatchObject({
    dataDir: './data',
    premium: 'all',
    productName: 'Palisade',
    metrics: { on: false, token: undefined, port: undefined },
  })
  expect(config.http).toMatchObject({ host: '0.0.0.0', port: 3000 })
})

test('every wrong variable is named, and no value of a secret is repeated', () => {
  const { message } = failure({ ...least, PORT: '70000', SHARDS: 'many', SESSION_SECRET: 'hunter2', OWNER_IDS: '12' })
  for (const name of ['PORT', 'SHARDS', 'SESSION_SECRET', 'OWNER_IDS']) expect(message).toContain(name)
  expect(message).not.toContain('hunter2')
})

test('another Discord-compatible server may be addressed over plain http', () => {
  const { discord } = parseConfig({ ...least, DISCORD_API_URL: 'http://localhost:3100/api/' })
  expect(discord.apiUrl).toBe('http://localhost:3100/api')
})

test('the dashboard needs a host of its own, because its pages are at the root', () => {
  expect(parseConfig({ ...least, PUBLIC_URL: 'https://bot.example.org/' }).http.publicUrl.protocol).toBe('https:')
  for (const PUBLIC_URL of ['https://example.org/bot', 'https://example.org/?x=1', 'ftp://example.org', 'example.org'])
    expect(failure({ ...least, PUBLIC_URL }).message).toContain('PUBLIC_URL must')
})

test('whichever variable is wrong, its allowed values are named', () => {
  const wrong = { PORT: '3.5', SHARDS: '0', LOG_LEVEL: 'loud', METRICS: 'maybe', PREMIUM: 'some' }
  for (const [name, value] of Object.entries(wrong))
    expect(failure({ ...least, [name]: value }).message).toContain(`${name} must be`)
})

test('operators are a list', () => {
  const { ownerIds } = parseConfig({ ...least, OWNER_IDS: '123456789012345678, 223456789012345678' })
  expect(ownerIds).toEqual(['123456789012345678', '223456789012345678'])
})

test('the table of variables knows which are required', () => {
  const required = environment.filter(variable => variable.required).map(({ name }) => name)
  expect(required).toEqual(Object.keys(least))
  expect(environment.every(({ meaning }) => meaning.length > 0)).toBe(true)
})
