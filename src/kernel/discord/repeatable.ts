import { randomUUID } from 'node:crypto'
import { type InternalRequest, RequestMethod } from 'discord.js'

type Asked = Pick<InternalRequest, 'method' | 'fullRoute' | 'body'>

const messages = /^\/channels\/\d+\/messages$/

/** Discord does these once however often it is asked, or refuses the second time. */
const once = [
  /^\/interactions\/\d+\/[^/]+\/callback$/,
  /^\/channels\/\d+\/(?:messages\/bulk-delete|typing|messages\/\d+\/crosspost)$/,
  /^\/guilds\/\d+\/bulk-ban$/,
  /^\/users\/@me\/channels$/,
]

const bodyOf = ({ body }: Asked): object => (typeof body === 'object' && body !== null ? body : {})

/**
 * A message carries a nonce, by which Discord knows that it has sent it: one that is sent again, because the answer was
 * lost, is not said twice. Source: Discord's documentation, "Create Message", `enforce_nonce`.
 */
export function withNonce<T extends Asked>(request: T): T {
  if (request.method !== RequestMethod.Post || !messages.test(request.fullRoute)) return request
  const body = bodyOf(request)
  if ('nonce' in body && body.nonce !== undefined) return request
  return { ...request, body: { ...body, nonce: randomUUID().replaceAll('-', '').slice(0, 25), enforce_nonce: true } }
}

/**
 * Whether a request may be sent again when its answer was lost. What makes something would make it twice: whoever asked
 * is told that there was no answer, and looks whether it is there.
 */
export function isRepeatable(request: Asked): boolean {
  if (request.method !== RequestMethod.Post) return true
  const body = bodyOf(request)
  if (messages.test(request.fullRoute)) return 'enforce_nonce' in body && body.enforce_nonce === true
  return once.some(route => route.test(request.fullRoute))
}
