import type { StageAccount } from './control.ts'
import { connectGateway, type GatewayClient } from './gateway.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import { empty, type Live } from './model.ts'
import { reduce } from './reduce.ts'
import { createRest, type Rest } from './rest.ts'
import { createStore, type Store } from './store.ts'

/** One account signed in: what it sees, and how it speaks. */
export interface Session {
  account: StageAccount
  rest: Rest
  live: Store<Live>
  interactions: Interactions
  send(op: number, data: unknown): void
  close(): void
}

const PASSWORD = 'sandbox'

/** Signs in and connects. The channel on screen is told by `reading`, so that its messages count as read. */
export async function openSession(account: StageAccount, reading: () => string | undefined): Promise<Session> {
  const visitor = createRest(undefined)
  const { token } = await visitor.call<{ token: string }>('POST', '/auth/login', {
    login: account.login,
    password: PASSWORD,
  })
  const rest = createRest(token)
  const { url } = await rest.call<{ url: string }>('GET', '/gateway')
  const live = createStore<Live>(empty)
  let gateway: GatewayClient | undefined = undefined as GatewayClient | undefined
  const interactions = createInteractions(rest, () => gateway?.sessionId())
  gateway = connectGateway({
    url,
    token,
    onStatus: status => live.set(before => ({ ...before, status })),
    onEvent: event => {
      interactions.hear(event)
      live.set(before => {
        const after = reduce(before, event)
        const here = reading()
        return here !== undefined && after.unread[here] ? { ...after, unread: { ...after.unread, [here]: 0 } } : after
      })
    },
  })
  const connection = gateway
  return {
    account,
    rest,
    live,
    interactions,
    send: (op, data) => connection.send(op, data),
    close: () => connection.close(),
  }
}
