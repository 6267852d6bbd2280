import { connect, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { afterRequests } from '#kit/after-requests.ts'

/** How long a connection is kept after somebody may have to be stopped (ms). */
const keptMs = 60_000
/** At this age it is replaced by another (ms): servers close connections that are silent for long. */
const mostAgeMs = 8000
/** How long it may take to open (ms). */
const openingMs = 5000

/** A connection to Discord that is open before it is needed, so that an urgent request leaves at once. */
export interface SpareConnection {
  /** Call this when somebody may have to be stopped soon: opens the connection. */
  expect(): void
  /** Returns the connection if it is open: the caller may use it for one request, and the next one is opened. */
  take(): Socket | undefined
  close(): void
}

const open = ({ protocol, hostname: host, port }: URL): Socket =>
  protocol === 'https:'
    ? connectSafely({ host, port: Number(port || 443), servername: host, ALPNProtocols: ['http/1.1'] })
    : connect({ host, port: Number(port || 80) })

/**
 * Opens a connection that nothing is sent on yet. @param ended called when it is unusable: closed, or the server has
 * sent something unasked
 */
function openIdle(to: URL, opened: () => void, ended: () => void): { socket: Socket; release(): void } {
  const socket = open(to)
  // It must not keep the process alive.
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
 * Keeps a connection open while somebody may have to be stopped. The library's HTTP client opens a connection when a
 * request needs one, closes it after four seconds, and reuses one only at the end of a turn of the event loop: an
 * attacker would gain several round trips in a quiet minute, and in a busy one the time until everything else that has
 * arrived is handled.
 * @param to Discord's address
 */
export function keepSpare(to: URL): SpareConnection {
  let spare: ReturnType<typeof openIdle> | undefined
  let isOpen = false
  let neededUntil = -Infinity
  let timer: NodeJS.Timeout | undefined

  /** Stops keeping the connection. @returns the connection */
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

  /**
   * Opens the next one after the request that this turn causes has left: opening a connection takes longer than
   * sending.
   */
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
