import { randomUUID } from 'node:crypto'
import { type InternalRequest, RequestMethod } from 'discord.js'

type Asked = Pick<InternalRequest, 'method' | 'fullRoute' | 'body'>

const messages = /^\/channels\/\d+\/messages$/

/** Routes that Discord performs once however often they are requested, or refuses the second time. */
const once = [
  /^\/interactions\/\d+\/[^/]+\/callback$/,
  /^\/channels\/\d+\/(?:messages\/bulk-delete|typing|messages\/\d+\/crosspost)$/,
  /^\/guilds\/\d+\/bulk-ban$/,
  /^\/users\/@me\/channels$/,
]

const bodyOf = ({ body }: Asked): object => (typeof body === 'object' && body !== null ? body : {})

/**
 * Adds a nonce to a request that sends a message, by which Discord recognizes a repetition: a message that is sent
 * again because the answer was lost does not appear twice. Source: Discord's documentation, "Create Message",
 * `enforce_nonce`.
 */
export function withNonce<T extends Asked>(request: T): T {
  if (request.method !== RequestMethod.Post || !messages.test(request.fullRoute)) return request
  const body = bodyOf(request)
  if ('nonce' in body && body.nonce !== undefined) return request
  return { ...request, body: { ...body, nonce: randomUUID().replaceAll('-', '').slice(0, 25), enforce_nonce: true } }
}

/**
 * Whether a request may be sent again when its answer was lost. One that creates something would create it twice: the
 * caller gets an error that there was no answer, and checks whether it exists.
 */
export function isRepeatable(request: Asked): boolean {
  if (request.method !== RequestMethod.Post) return true
  const body = bodyOf(request)
  if (messages.test(request.fullRoute)) return 'enforce_nonce' in body && body.enforce_nonce === true
  return once.some(route => route.test(request.fullRoute))
}
