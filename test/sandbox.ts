import { Client, Events, type GatewayIntentBits } from 'discord.js'
import { onTestFinished } from 'vitest'
import type { RunningSandbox, SandboxOptions } from '#sandbox/server.ts'
import { createWatchedSandbox } from './watched-sandbox.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { withoutTimeLimits } from './without-time-limits.ts'

/** Starts a sandbox for the test and closes it when the test ends. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await createWatchedSandbox({
    ...options,
    conditions: { ...withoutTimeLimits, ...options.conditions },
  })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Lets a client identify again at once, which sandboxes from {@link startSandbox} accept. */
const ws = { buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }) }

/** A bare discord.js client, ready, as the sandbox's application. It leaves when the test ends. */
export async function loginBot(sandbox: RunningSandbox, intents: GatewayIntentBits[]): Promise<Client<true>> {
  const client = new Client({ intents, rest: { api: sandbox.api }, ws })
  onTestFinished(() => client.destroy())
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve))
  await client.login(applicationOf(sandbox).token)
  return ready
}
