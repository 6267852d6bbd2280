import { Client, Events, type GatewayIntentBits } from 'discord.js'
import { type Conditions, defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'

/** A real discord.js client connected to a fresh demo world. */
export interface ConnectedClient {
  sandbox: RunningSandbox
  client: Client<true>
  /** Calls REST as a person's client does: `as('member1', 'POST', '/interactions', {...})`. */
  as(login: string, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<Response>
  close(): Promise<void>
}

/** Rate limits are off: tests that are not about waiting should not wait. */
export async function connectClient(
  intents: readonly GatewayIntentBits[],
  conditions: Partial<Conditions> = {},
): Promise<ConnectedClient> {
  const sandbox = await createWatchedSandbox({
    conditions: {
      ...withoutTimeLimits,
      rateLimits: { ...defaultConditions.rateLimits, enabled: false },
      ...conditions,
    },
  })
  const client = new Client({ intents, rest: { api: sandbox.api } })
  const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve))
  await client.login(applicationOf(sandbox).token)
  return {
    sandbox,
    client: await ready,
    as(login, method, path, body) {
      const headers = { authorization: sandbox.tokenOf(login), 'content-type': 'application/json' }
      const request = { method, headers, body: JSON.stringify(body) }
      return fetch(`${sandbox.api}/v10${path}`, request)
    },
    async close() {
      await client.destroy()
      await sandbox.close()
    },
  }
}
