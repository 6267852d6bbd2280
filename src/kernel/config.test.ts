import { expect, test } from 'vitest'
import { dataDirOf, environment, misnamedVariables, parseConfig } from './config.ts'
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

test('an error names exactly the missing variables, and the demo', () => {
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
  expect(message).toContain('OWNER_IDS must be Discord IDs (17 to 20 digits), separated by commas')
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

test.each([
  ['OWNER_ID', 'OWNER_IDS'],
  ['OWNERS_ID', 'OWNER_IDS'],
  ['OWNERID', 'OWNER_IDS'],
  ['PUBILC_URL', 'PUBLIC_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['FILES_QUOTA_MIB', 'FILES_QUOTA_MB'],
  ['TRANSLATE_URI', 'TRANSLATE_URL'],
])('%s is reported, because nothing reads it', (given, meant) => {
  const told = [`${given} is not read: ${meant} was probably meant.`]
  expect(misnamedVariables({ ...least, [given]: 'x' })).toEqual(told)
  // It may belong to another program.
  expect(misnamedVariables({ ...least, [given]: 'x', [meant]: 'y' })).toEqual([])
})

test('variables that the system sets are not reported as misspelled', () => {
  const names = 'HOME HOSTNAME HOSTTYPE POST PORTS PATH PS1 SHELL USER LANG LOGNAME TZ XDG_DATA_DIRS NODE_ENV SERVER_IP'
  const others =
    'SERVER_PORT PUBLIC_IP STATE_DIRECTORY MALLOC_TRIM_THRESHOLD_ NOTIFY_SOCKET npm_config_loglevel SHARD_ID PROJECT_NAME METRICS_HOST SUPPORT_UID'
  expect(misnamedVariables(Object.fromEntries(`${names} ${others}`.split(' ').map(name => [name, 'x'])))).toEqual([])
  expect(misnamedVariables({ OWNER_ID: '' })).toEqual([])
})

test('a misspelled required variable is reported together with the missing one', () => {
  const { DISCORD_CLIENT_ID, ...others } = least
  const { message } = failure({ ...others, DISCORD_CLIENTID: DISCORD_CLIENT_ID })
  expect(message).toContain('Missing variable: DISCORD_CLIENT_ID. DISCORD_CLIENTID is not read: DISCORD_CLIENT_ID was')
})

test('quotes around a value are removed, except from a secret that signs with them', () => {
  const secret = `"${'s'.repeat(32)}"`
  const config = parseConfig({ ...least, DISCORD_TOKEN: '"token"', OWNER_IDS: "'123456789012345678'", PORT: '"4000"' })
  expect(config).toMatchObject({ discord: { token: 'token' }, ownerIds: ['123456789012345678'], http: { port: 4000 } })
  expect(parseConfig({ ...least, SESSION_SECRET: secret }).sessionSecret).toBe(secret)
  expect(parseConfig({ ...least, PRODUCT_NAME: `Sam's "Guard"` }).productName).toBe(`Sam's "Guard"`)
  expect(failure({ ...least, DISCORD_TOKEN: '""' }).message).toContain('DISCORD_TOKEN')
  expect(dataDirOf({ DATA_DIR: '"/srv/palisade"' })).toBe('/srv/palisade')
})

test('a wrong port is reported once, and a metrics port equal to PORT under METRICS_PORT', () => {
  expect(failure({ ...least, PORT: '3000x' }).message).toBe('PORT must be a port number.')
  expect(failure({ ...least, METRICS: 'on', METRICS_PORT: '3000' }).message).toBe(
    'METRICS_PORT must be a different port from PORT.',
  )
  expect(parseConfig({ ...least, METRICS_PORT: '3000' }).metrics.on).toBe(false)
})
