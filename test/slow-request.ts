import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request whose body arrives in parts, as over a slow connection. */
export interface SlowRequest {
  send(part: string): void
  /** Sends the last part. @returns the status, and the body as JSON */
  finish(part: string): Promise<{ status: number | undefined; body: unknown }>
}

/** @returns once the server has the headers and waits for the body */
export async function slowRequest(url: URL, headers: Record<string, string>): Promise<SlowRequest> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { origin: url.origin, 'sec-fetch-site': 'same-origin', expect: '100-continue', ...headers },
  })
  // The listener is added at the start, since an error may arrive before the last part is sent.
  const answered = once(outgoing, 'response')
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  return {
    send: part => void outgoing.write(part),
    async finish(part) {
      outgoing.end(part)
      const [response] = (await answered) as [IncomingMessage]
      return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown }
    },
  }
}
