import type { Duplex } from 'node:stream'
import { type Client, REST, RequestMethod, type RESTOptions } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import { attempt, isRepeated } from './attempts.ts'
import { shortenPause } from './invalid-requests.ts'
import { currentLane, isAnyOrder, whenPunishingIsExpected } from './lanes.ts'
import { isRepeatable, withNonce } from './repeatable.ts'
import { isPlain, sendAtOnce } from './send-at-once.ts'
import { keepSpare, type SpareConnection } from './spare-connection.ts'
import { waitSteadily } from './steady-limits.ts'

/** What the library tells of each request, wherever it was sent. */
const told = ['response', 'rateLimited', 'invalidRequestWarning'] as const

/** What a sanction leaves by. */
type Spare = Omit<SpareConnection, 'take'> & { take(): Duplex | undefined }

const spares = new WeakMap<object, Spare>()

/** Nobody will have to be: the process ends. */
export const expectNothing = ({ rest }: Pick<Client, 'rest'>): void => spares.get(rest)?.close()

/**
 * Sends each request by an instance of the library that fits it. The library has one request of each limit under way at
 * a time, so those that need no order leave by idle instances, beside each other; and it repeats whatever was not
 * answered, so what would be made twice leaves by instances that repeat nothing. Which leave, and when, is decided
 * before: {@link sendInLanes} counts them all.
 * @param spare where it is not kept by itself
 */
export function chooseSenders(
  client: Pick<Client, 'rest' | 'token'>,
  spare: Spare = keepSpare(new URL(client.rest.options.api)),
): void {
  const { rest } = client
  const ask = rest.request.bind(rest)
  spares.set(rest, spare)
  waitSteadily(rest)
  whenPunishingIsExpected(rest, spare.expect)

  /** Sanctions leave at once where a connection is open; one that was closed meanwhile is no reason to wait. */
  const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
    const isUrgent = currentLane() === 'punish' && (init.method as RequestMethod) !== RequestMethod.Post
    const socket = isUrgent && isPlain(init) && !isRepeated() ? spare.take() : undefined
    if (!socket) return rest.options.makeRequest(url, init)
    try {
      return shortenPause(await attempt(() => sendAtOnce(socket, url, init)))
    } catch (err) {
      if (init.signal?.aborted === true || !isOutage(err)) throw err
      return rest.options.makeRequest(url, init)
    }
  }

  const hired: REST[] = []

  function hire(change: { retries?: number } = {}): REST {
    // What is known of Discord's limits is known to all. Clocks of their own would outlive the client.
    const options = {
      ...rest.options,
      ...change,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
      makeRequest,
    } satisfies Partial<RESTOptions>
    const one = Object.assign(new REST(options), { hashes: rest.hashes })
    waitSteadily(one)
    hired.push(one)
    // An event of the library has its own arguments; they are passed on as they are.
    for (const name of told) one.on(name, (...args: unknown[]) => void rest.emit(name, ...(args as never)))
    return one
  }

  rest.on('handlerSweep', () => {
    for (const { handlers } of hired) handlers.sweep(({ inactive }) => inactive)
  })
  const unrepeated = hire({ retries: 0 })
  // The first sanction of a process finds one.
  const idle: Record<'repeating' | 'unrepeated', REST[]> = { repeating: [hire()], unrepeated: [] }

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
