import type { Duplex } from 'node:stream'
import { type Client, REST, RequestMethod, type RESTOptions } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import { attempt, isRepeated } from './attempts.ts'
import { shortenPause } from './invalid-requests.ts'
import { currentLane, isAnyOrder, whenPunishingIsExpected } from './lanes.ts'
import { isRepeatable, withNonce } from './repeatable.ts'
import { canSendAtOnce, sendAtOnce } from './send-at-once.ts'
import { keepSpare, type SpareConnection } from './spare-connection.ts'
import { waitByMonotonicClock } from './monotonic-limits.ts'

/** The library's events about requests, which are passed on from all instances. */
const forwardedEvents = ['response', 'rateLimited', 'invalidRequestWarning'] as const

/** The spare connection that sanctions use. */
type Spare = Omit<SpareConnection, 'take'> & { take(): Duplex | undefined }

const spares = new WeakMap<object, Spare>()

/** Closes the spare connection when the process ends: nobody will be punished any more. */
export const closeSpareConnection = ({ rest }: Pick<Client, 'rest'>): void => spares.get(rest)?.close()

/**
 * Sends each request by a suitable instance of the library. An instance sends one request of each limit at a time, so
 * requests that need no order are sent in parallel by idle instances. An instance also repeats what was not answered,
 * so requests that would create something twice are sent by instances without retries. Which requests leave, and when,
 * is decided before: {@link sendInLanes} counts all of them.
 * @param spare the spare connection, if not the usual one
 */
export function spreadOverInstances(
  client: Pick<Client, 'rest' | 'token'>,
  spare: Spare = keepSpare(new URL(client.rest.options.api)),
): void {
  const { rest } = client
  const ask = rest.request.bind(rest)
  spares.set(rest, spare)
  waitByMonotonicClock(rest)
  whenPunishingIsExpected(rest, spare.expect)

  /**
   * Sends sanctions at once on the spare connection if it is open; if it turns out to be closed, they are sent as
   * usual.
   */
  const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
    const isUrgent = currentLane() === 'punish' && (init.method as RequestMethod) !== RequestMethod.Post
    const socket = isUrgent && canSendAtOnce(init) && !isRepeated() ? spare.take() : undefined
    if (!socket) return rest.options.makeRequest(url, init)
    try {
      return shortenPause(await attempt(() => sendAtOnce(socket, url, init)))
    } catch (err) {
      if (init.signal?.aborted === true || !isOutage(err)) throw err
      return rest.options.makeRequest(url, init)
    }
  }

  const instances: REST[] = []

  function addInstance(change: { retries?: number } = {}): REST {
    // All instances share what is known about Discord's limits. Sweep timers of their own would outlive the client.
    const options = {
      ...rest.options,
      ...change,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
      makeRequest,
    } satisfies Partial<RESTOptions>
    const one = Object.assign(new REST(options), { hashes: rest.hashes })
    waitByMonotonicClock(one)
    instances.push(one)
    // Each event of the library has its own arguments; they are passed on unchanged.
    for (const name of forwardedEvents) one.on(name, (...args: unknown[]) => void rest.emit(name, ...(args as never)))
    return one
  }

  rest.on('handlerSweep', () => {
    for (const { handlers } of instances) handlers.sweep(({ inactive }) => inactive)
  })
  const unrepeated = addInstance({ retries: 0 })
  // One exists from the start, for the first sanction of a process.
  const idle: Record<'repeating' | 'unrepeated', REST[]> = { repeating: [addInstance()], unrepeated: [] }

  rest.request = async asked => {
    const request = withNonce(asked)
    const mayRepeat = isRepeatable(request)
    if (!isAnyOrder()) return mayRepeat ? ask(request) : unrepeated.setToken(client.token ?? '').request(request)
    const resting = idle[mayRepeat ? 'repeating' : 'unrepeated']
    const one = resting.pop() ?? addInstance(mayRepeat ? {} : { retries: 0 })
    try {
      return await one.setToken(client.token ?? '').request(request)
    } finally {
      resting.push(one)
    }
  }
}
