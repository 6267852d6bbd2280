import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { headBytes, binaryTypeOf } from '#kit/file-type.ts'
import { type MayReach, reachable, type Resolve } from './public-address.ts'

/** The types of pictures that browsers may receive: no vector graphics, which can contain scripts. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export interface Picture {
  type: (typeof pictureTypes)[number]
  content: Buffer
}

export interface WebReach {
  resolve: Resolve
  mayReach: MayReach
}

/** The largest picture (bytes): those that Discord shows inline are rarely larger. */
export const largestPicture = 8_000_000
const timeoutMs = 6000
const mostRedirects = 3

/**
 * Connects to the IP address that was checked, whatever the name resolves to by now; the name is still used for TLS and
 * the Host header.
 */
async function open(url: URL, reach: WebReach, signal: AbortSignal): Promise<IncomingMessage | undefined> {
  const place = await reachable(url, reach)
  if (!place || signal.aborted) return undefined
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      // No pooled connections, because their address was not checked.
      agent: false,
      lookup: (_name, options, done) => (options.all ? done(null, [place]) : done(null, place.address, place.family)),
      headers: { accept: pictureTypes.join(', '), 'user-agent': 'Palisade (preview of a picture)' },
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/** Reads a response. @returns undefined as soon as it proves too large or not a picture */
async function read(response: IncomingMessage): Promise<Picture | undefined> {
  if (response.statusCode !== 200 || Number(response.headers['content-length'] ?? 0) > largestPicture) return undefined
  const parts: Buffer[] = []
  let size = 0
  let judged = false
  for await (const part of response) {
    // Without an encoding, the chunks of a response are buffers.
    parts.push(part as Buffer)
    size += (part as Buffer).byteLength
    if (size > largestPicture) return undefined
    if (!judged && size >= headBytes) {
      if (!typeOf(Buffer.concat(parts))) return undefined
      judged = true
    }
  }
  const content = Buffer.concat(parts)
  const type = typeOf(content)
  return type && { type, content }
}

const typeOf = (content: Buffer) => {
  const type = binaryTypeOf(content.subarray(0, headBytes))
  return pictureTypes.find(known => known === type)
}

const isWeb = (url: URL) => /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''

/** The target of a redirect; undefined if the response is none. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined
}

/**
 * Loads a picture from anywhere on the public web. Each redirect is checked like the first address.
 * @returns undefined when it is not reachable, not allowed, too large, not a picture, or takes longer than 6 s
 */
export async function loadPicture(address: string, reach: WebReach): Promise<Picture | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url: URL | undefined = URL.canParse(address) ? new URL(address) : undefined
  try {
    for (let hop = 0; url && isWeb(url) && hop <= mostRedirects; hop++) {
      const response: IncomingMessage | undefined = await open(url, reach, signal)
      if (!response) return undefined
      const next = redirectOf(response, url)
      if (!next) return await read(response).finally(() => response.destroy())
      response.destroy()
      url = next
    }
  } catch {
    // Whatever has failed, there is no picture.
  }
  return undefined
}
