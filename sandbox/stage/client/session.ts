import type { StageAccount } from './control.ts'
import { connectGateway, type GatewayClient } from './gateway.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import { empty, type LiveState } from './model.ts'
import { markRead } from './reduce-messages.ts'
import { reduce } from './reduce.ts'
import { createRest, type Rest } from './rest.ts'
import { createStore, type Store } from './store.ts'

/** One account signed in: what it sees, and its connections. */
export interface StageSession {
  account: StageAccount
  rest: Rest
  live: Store<LiveState>
  interactions: Interactions
  send(op: number, data: unknown): void
  close(): void
}

const PASSWORD = 'sandbox'

/** Signs in and connects. `reading` names the channel on screen, so that its messages count as read. */
export async function openSession(
  account: StageAccount,
  reading: () => string | undefined,
  base = '',
): Promise<StageSession> {
  const visitor = createRest(undefined, base)
  const { token } = await visitor.call<{ token: string }>('POST', '/auth/login', {
    login: account.login,
    password: PASSWORD,
  })
  const rest = createRest(token, base)
  const { url } = await rest.call<{ url: string }>('GET', '/gateway')
  const live = createStore<LiveState>(empty)
  const connection: { gateway?: GatewayClient } = {}
  const interactions = createInteractions(rest, () => connection.gateway?.sessionId())
  const gateway = connectGateway({
    url,
    token,
    onStatus: status => live.set(before => ({ ...before, status })),
    onEvent: event => {
      interactions.hear(event)
      live.set(before => {
        const after = reduce(before, event)
        const here = reading()
        return here === undefined ? after : markRead(after, here)
      })
    },
  })
  connection.gateway = gateway
  return {
    account,
    rest,
    live,
    interactions,
    send: (op, data) => gateway.send(op, data),
    close: () => gateway.close(),
  }
}
