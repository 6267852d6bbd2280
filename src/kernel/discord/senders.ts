import { type Client, REST, type RESTOptions } from 'discord.js'
import { isAnyOrder } from './lanes.ts'
import { isRepeatable, withNonce } from './repeatable.ts'

/** What the library tells of each request, wherever it was sent. */
const told = ['response', 'rateLimited', 'invalidRequestWarning'] as const

/**
 * Sends each request by an instance of the library that fits it. The library has one request of each limit under way at
 * a time, so those that need no order leave by idle instances, beside each other; and it repeats whatever was not
 * answered, so what would be made twice leaves by instances that repeat nothing. Which leave, and when, is decided
 * before: {@link sendInLanes} counts them all.
 */
export function chooseSenders(client: Client): void {
  const { rest } = client
  const ask = rest.request.bind(rest)

  function hire(change: { retries?: number } = {}): REST {
    // What is known of Discord's limits is known to all.
    const options = {
      ...rest.options,
      ...change,
      makeRequest: (...asked) => rest.options.makeRequest(...asked),
    } satisfies Partial<RESTOptions>
    const one = Object.assign(new REST(options), { hashes: rest.hashes })
    // An event of the library has its own arguments; they are passed on as they are.
    for (const name of told) one.on(name, (...args: unknown[]) => void rest.emit(name, ...(args as never)))
    return one
  }

  const unrepeated = hire({ retries: 0 })
  const idle: Record<'repeating' | 'unrepeated', REST[]> = { repeating: [], unrepeated: [] }

  rest.request = async asked => {
    const request = withNonce(asked)
    const mayRepeat = isRepeatable(request)
    if (!isAnyOrder()) return mayRepeat ? ask(request) : unrepeated.setToken(client.token ?? '').request(request)
    const resting = idle[mayRepeat ? 'repeating' : 'unrepeated']
    const one = resting.pop() ?? hire(mayRepeat ? {} : { retries: 0 })
    try {
      return await one.setToken(client.token ?? '').request(request)
    } finally {
      resting.push(one)
    }
  }
}
