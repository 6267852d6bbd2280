import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../feature.ts'
import { type LiveStreams, streamKey } from './live.ts'
import { type Asked, type Caller, identify } from '../caller.ts'

/**
 * How much may be queued for a client that does not read (bytes); beyond it the connection is closed, and the browser
 * reconnects.
 */
const unreadBytes = 256 * 1024

/** What opening a stream needs besides the request. */
interface StreamOptions {
  live: LiveStreams
  /** Whether this session is still signed in. */
  signedIn(sessionId: string): boolean
  feature: string
  name: string
  asked: readonly [Asked, ...Asked[]]
}

/**
 * Answers with server-sent events until the browser leaves, signs out or loses its right.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function openStream(
  services: Services,
  { live, signedIn, feature, name, asked }: StreamOptions,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller },
): FastifyReply {
  const { user, inGuild } = caller
  if (!user || !inGuild) throw new Error('a stream is always in a guild')
  const { sessionId } = request.session
  const body = new Readable({ read() {} })

  const leave = live.follow(
    {
      key: streamKey(inGuild.guild.id, feature, name),
      guildId: inGuild.guild.id,
      userId: user.id,
      sessionId,
      write(text) {
        body.push(text)
        if (body.readableLength > unreadBytes) body.destroy()
      },
      end: () => void body.push(null),
      allowed: async () =>
        signedIn(sessionId) &&
        (await identify(services, request, asked).then(
          () => true,
          () => false,
        )),
    },
    lastEventId(request),
  )
  body.once('close', leave)
  return reply
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream')
    .send(body)
}

function lastEventId({ headers }: FastifyRequest): string | undefined {
  const sent = headers['last-event-id']
  return typeof sent === 'string' && sent !== '' ? sent.slice(0, 50) : undefined
}
