import { until } from './until.ts'

interface SentEvent {
  id: string
  event: string
  data: unknown
}

/** What a browser's EventSource provides, and what it hides. */
export interface EventStream {
  status: number
  headers: Headers
  /** Everything received so far, as it came. */
  text(): string
  events(): SentEvent[]
  /** The id that a browser would send when it connects again. */
  lastId(): string
  /** Resolves when the server has ended it. */
  ended: Promise<void>
  /** Waits for the n-th event. */
  event(count: number): Promise<SentEvent>
  /** Closes the connection, as a closed tab does. */
  close(): Promise<void>
}

export async function followStream(url: URL, headers: Record<string, string>): Promise<EventStream> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  let received = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString()
  }
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  const frames = () =>
    received
      .split('\n\n')
      .slice(0, -1)
      .map(
        text => Object.fromEntries(text.split('\n').map(line => line.split(/: ?(.*)/s, 2))) as Record<string, string>,
      )
  const events = () =>
    frames().flatMap(({ id = '', event, data }) =>
      event !== undefined && data !== undefined ? [{ id, event, data: JSON.parse(data) as unknown }] : [],
    )
  return {
    status: response.status,
    headers: response.headers,
    text: () => received,
    events,
    lastId: () => frames().findLast(({ id }) => id !== undefined)?.['id'] ?? '',
    ended,
    event: count => until(`event ${count}`, () => events()[count - 1]),
    async close() {
      leaving.abort()
      await ended
    },
  }
}
