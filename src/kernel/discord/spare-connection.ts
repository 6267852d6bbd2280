import { connect, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { afterRequests } from '#kit/after-requests.ts'

/** So long after somebody may have to be stopped a connection is kept (ms). */
const keptMs = 60_000
/** So old it is replaced by another (ms): whoever is at the other end closes what is silent for long. */
const mostAgeMs = 8000
/** So long it may take to open (ms). */
const openingMs = 5000

/** A connection to Discord that is open before it is needed, so that an urgent request leaves at once. */
export interface SpareConnection {
  /** Somebody may have to be stopped soon. */
  expect(): void
  /** The connection, where one is open: it is the caller's, for one request, and the next one is opened. */
  take(): Socket | undefined
  close(): void
}

const open = ({ protocol, hostname: host, port }: URL): Socket =>
  protocol === 'https:'
    ? connectSafely({ host, port: Number(port || 443), servername: host, ALPNProtocols: ['http/1.1'] })
    : connect({ host, port: Number(port || 80) })

/** One connection that nothing is sent on. @param ended called once when it cannot be used: whoever hangs up, or speaks unasked, is asked nothing */
function openIdle(to: URL, opened: () => void, ended: () => void): { socket: Socket; release(): void } {
  const socket = open(to)
  // It keeps no process alive.
  socket.setNoDelay(true).unref()
  const listeners = [
    [to.protocol === 'https:' ? 'secureConnect' : 'connect', opened],
    ...['data', 'end', 'error', 'close'].map(end => [end, ended] as const),
  ] as const
  for (const [event, hear] of listeners) socket.on(event, hear)
  return {
    socket,
    release() {
      for (const [event, hear] of listeners) socket.off(event, hear)
    },
  }
}

/**
 * The library's HTTP client opens a connection when a request needs one, closes it after four seconds, and waits for the
 * end of the turn before it uses one again: whoever is stopped in a quiet minute would gain several journeys to Discord and
 * back, and whoever is stopped in a busy one the time until everything else that has arrived is done.
 * @param to Discord's address
 */
export function keepSpare(to: URL): SpareConnection {
  let spare: ReturnType<typeof openIdle> | undefined
  let isOpen = false
  let neededUntil = -Infinity
  let timer: NodeJS.Timeout | undefined

  /** @returns the connection, which is no longer kept */
  function release(): Socket | undefined {
    clearTimeout(timer)
    const socket = spare?.socket
    spare?.release()
    spare = undefined
    isOpen = false
    return socket
  }

  const drop = () =>
    void release()
      ?.on('error', () => {})
      .destroy()

  function renew(): void {
    drop()
    if (performance.now() >= neededUntil) return
    timer = setTimeout(drop, openingMs).unref()
    const opened = () => {
      isOpen = true
      clearTimeout(timer)
      timer = setTimeout(renew, mostAgeMs).unref()
    }
    spare = openIdle(to, opened, drop)
  }

  /** After the request that follows from this turn has left: opening a connection takes longer than to send it. */
  const openLater = () => void afterRequests(() => spare ?? renew())

  return {
    expect() {
      neededUntil = performance.now() + keptMs
      if (!spare) openLater()
    },
    take() {
      if (!isOpen) return undefined
      const socket = release()
      openLater()
      return socket?.ref()
    },
    close() {
      neededUntil = -Infinity
      drop()
    },
  }
}
