import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#kernel/config.ts'
import { compose, envExample } from './compose.ts'
import { egg, unraid } from './panels.ts'
import { systemdUnit } from './systemd.ts'

/** `npm run hosting` writes these files again. */
test.each([
  ['.env.example', envExample],
  ['compose.yaml', compose],
  ['hosting/palisade.service', systemdUnit],
  ['hosting/pterodactyl-egg.json', egg],
  ['hosting/unraid.xml', unraid],
])('%s has the variables and the command of the program', async (name, render) => {
  await expect(render()).toMatchFileSnapshot(resolve(name))
})

test('a copy of .env.example with its three lines filled in starts the program', () => {
  const filled = envExample()
    .replace('DISCORD_TOKEN=', 'DISCORD_TOKEN=token')
    .replace('DISCORD_CLIENT_ID=', 'DISCORD_CLIENT_ID=123456789012345678')
    .replace('DISCORD_CLIENT_SECRET=', 'DISCORD_CLIENT_SECRET=secret')
  const lines = [...filled.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
  expect(lines.map(([name]) => name)).toEqual(['DISCORD_TOKEN', 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'])
  expect(parseConfig(Object.fromEntries(lines)).http.port).toBe(3000)
})

test('every documented default is one that the program accepts', () => {
  const least = { DISCORD_TOKEN: 'token', DISCORD_CLIENT_ID: '123456789012345678', DISCORD_CLIENT_SECRET: 'secret' }
  const { variables } = JSON.parse(egg()) as { variables: { env_variable: string; default_value: string }[] }
  const defaults = variables.map(({ env_variable, default_value }) => [env_variable, default_value])
  expect(() => parseConfig({ ...Object.fromEntries(defaults), ...least })).not.toThrow()
})
