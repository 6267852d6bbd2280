import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createWatchedSandbox } from './watched-sandbox.ts'

async function provoked() {
  const sandbox = await createWatchedSandbox()
  const headers = { authorization: `Bot ${applicationOf(sandbox).token}`, 'user-agent': 'DiscordBot (test, 1)' }
  await fetch(`${sandbox.api}/v10/guilds/1/horoscope`, { headers })
  return sandbox
}

test('a sandbox with violations fails its test, unless the test reads them', async () => {
  await expect((await provoked()).close()).rejects.toThrow('no such route here')
  const expected = await provoked()
  expect(expected.violations()).toHaveLength(1)
  await expect(expected.close()).resolves.toBeUndefined()
})

test('all tests run on such a sandbox', () => {
  const files = globSync(['{src,web,sandbox}/**/*.test.{ts,tsx}', 'test/**/*.ts'])
  const unwatched = files.filter(file => /import \{[^}]*\bcreateSandbox\b/.test(readFileSync(file, 'utf8')))
  expect(unwatched.map(file => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'test/bench/antinuke/arena.ts',
    'test/bench/antinuke/memory.ts',
    'test/bench/index.ts',
    'test/bench/one-server.ts',
    'test/lighthouse/index.ts',
    'test/watched-sandbox.ts',
  ])
})
