import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { RESTOptions, ResponseLike } from 'discord.js'

type MakeRequest = RESTOptions['makeRequest']
type Init = Parameters<MakeRequest>[1]

/** The part of a `Headers` object that the library uses. */
function headersOf(headers: IncomingHttpHeaders): ResponseLike['headers'] {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }
  return { get, has: (name: string) => get(name) !== null } as ResponseLike['headers']
}

async function answerOf(message: IncomingMessage): Promise<ResponseLike> {
  const body = await text(message)
  const status = message.statusCode ?? 0
  return {
    body: null,
    bodyUsed: false,
    status,
    statusText: message.statusMessage ?? '',
    ok: status >= 200 && status < 300,
    headers: headersOf(message.headers),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
    json: async () => JSON.parse(body) as unknown,
    text: async () => body,
  }
}

/** Whether a request can be sent in this way, as those of sanctions can: plain headers, and no body or a text. */
export const canSendAtOnce = ({ body, headers }: Init): boolean =>
  (body === undefined || body === null || typeof body === 'string') &&
  Object.getPrototypeOf(headers ?? {}) === Object.prototype

/** Sends one request on an open connection: the bytes leave in this turn of the event loop. */
export function sendAtOnce(
  socket: Duplex,
  url: string,
  { method, headers, body, signal }: Init,
): Promise<ResponseLike> {
  return new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(url)
    const request = send({
      createConnection: () => socket,
      method: method ?? 'GET',
      path: pathname + search,
      headers: { ...(headers as Record<string, string>), host, connection: 'close' },
      ...(signal && { signal }),
    })
    request.on('response', message => void answerOf(message).then(resolve, reject))
    request.on('error', reject)
    request.end(typeof body === 'string' ? body : undefined)
  })
}
