/** One event of a stream: its name and its data. */
type OnEvent = (name: string, data: unknown) => void

interface Passed {
  name: string
  data: unknown
}

/** The message by which a tab tells the others about the connection; no event has this name. */
const connection = ' connection'

/** How long to wait before retrying a connection that the server refused (ms). */
const refusedMs = 30_000

/**
 * Follows a stream of server-sent events. Of all tabs of this browser that follow the same URL, one holds the
 * connection and passes the events on, because over HTTP/1.1 a browser has six connections to a server for all its
 * tabs. 'missed' means that events were lost on the way.
 * @param onConnection called with whether the stream is connected, whenever that changes
 * @returns a function that stops following; another tab then takes over the connection
 */
export function followStream(
  url: string,
  names: readonly string[],
  onEvent: OnEvent,
  onConnection: (connected: boolean) => void = () => undefined,
): () => void {
  const channel = new BroadcastChannel(`live ${url}`)
  const leaving = new AbortController()
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
    if (data.name === connection) onConnection(data.data === true)
    else onEvent(data.name, data.data)
  })
  const pass = (name: string, data: unknown) => {
    onEvent(name, data)
    channel.postMessage({ name, data } satisfies Passed)
  }
  const tell = (connected: boolean) => {
    onConnection(connected)
    channel.postMessage({ name: connection, data: connected } satisfies Passed)
  }

  const open = () => {
    const opened = new EventSource(url)
    source = opened
    for (const name of [...names, 'missed'])
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => pass(name, JSON.parse(data)))
    opened.addEventListener('open', () => tell(true))
    opened.addEventListener('error', () => {
      if (!leaving.signal.aborted) tell(false)
      // The browser itself reconnects a broken connection, but not a refused one.
      if (opened.readyState !== EventSource.CLOSED || leaving.signal.aborted) return
      again = setTimeout(() => {
        open()
        pass('missed', {})
      }, refusedMs)
    })
  }
  const hold = (waited: boolean) => {
    open()
    if (waited) pass('missed', {})
    return new Promise<void>(resolve => leaving.signal.addEventListener('abort', () => resolve()))
  }

  // Locks exist in secure contexts only; elsewhere each tab opens its own connection.
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const name = `live ${url}`
  const queue = () => locks?.request(name, { signal: leaving.signal }, () => hold(true)).catch(() => undefined)
  if (locks) void locks.request(name, { ifAvailable: true }, lock => (lock ? hold(false) : void queue()))
  else void hold(false)

  return () => {
    leaving.abort()
    clearTimeout(again)
    source?.close()
    channel.close()
  }
}
