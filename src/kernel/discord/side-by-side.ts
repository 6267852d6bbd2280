import { type Client, REST } from 'discord.js'
import { isAnyOrder } from './lanes.ts'

/** What the library tells of each request, wherever it was sent. */
const told = ['response', 'rateLimited', 'invalidRequestWarning'] as const

/**
 * Lets requests that need no order leave beside each other: the library has one of each limit under way at a time, so
 * each is sent by an instance of it that is idle. Which leave, and when, is decided before: {@link sendInLanes} counts
 * them all.
 */
export function sendSideBySide(client: Client): void {
  const { rest } = client
  const idle: REST[] = []
  const ask = rest.request.bind(rest)

  function hire(): REST {
    const one = new REST(rest.options)
    // An event of the library has its own arguments; they are passed on as they are.
    for (const name of told) one.on(name, (...args: unknown[]) => void rest.emit(name, ...(args as never)))
    return one
  }

  rest.request = async options => {
    if (!isAnyOrder()) return ask(options)
    const one = idle.pop() ?? hire()
    try {
      return await one.setToken(client.token ?? '').request(options)
    } finally {
      idle.push(one)
    }
  }
}
