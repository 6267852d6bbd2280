import { Client, Events, GatewayIntentBits } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { createSandbox, type RunningSandbox } from './server.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

const token = 'sandbox-bot-token'
const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers]

async function start(options?: Parameters<typeof createSandbox>[0]): Promise<RunningSandbox> {
  const sandbox = await createSandbox(options)
  open.push(sandbox)
  return sandbox
}

async function login(sandbox: RunningSandbox): Promise<Client<true>> {
  const client = new Client({ intents, rest: { api: sandbox.api } })
  open.push({ close: () => client.destroy() })
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve))
  await client.login(token)
  return ready
}

test('a bot logs in and finds the servers it is in', async () => {
  const sandbox = await start()
  const client = await login(sandbox)
  expect(client.user.username).toBe('Palisade')
  expect(client.guilds.cache.size).toBeGreaterThan(0)
  expect(sandbox.violations()).toEqual([])
})
