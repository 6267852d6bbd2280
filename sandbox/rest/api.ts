import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DiscordError } from '../world/errors.ts'
import { answerRequest, type AnswerContext, serverError } from './answer.ts'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'

/** 25 MiB is Discord's limit for a request. Source: Discord's documentation, "Uploading Files". */
const bodyLimit = 25 * 1024 * 1024

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`)

/** The error of a path or method that does not exist. Discord words both this way, with code 0. */
function missing(routes: readonly Route[], url: string): DiscordError {
  const path = url.split('?')[0] ?? ''
  return routes.some(route => pattern(route.path).test(path))
    ? new DiscordError(405, 0, '405: Method Not Allowed')
    : new DiscordError(404, 0, '404: Not Found')
}

/** Sends bytes rather than text: fastify adds a character set to the content type of text, and Discord sends none. */
const send = (reply: FastifyReply, body: unknown) =>
  reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)))

/** The REST API: every route below `/api/v10`. */
export async function mountApi(app: FastifyInstance, context: AnswerContext, routes: readonly Route[]): Promise<void> {
  const router = createRouter(routes)
  await app.register(
    (api, _options, done) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => {
        parsed(null, body)
      })
      const below = (request: FastifyRequest) => request.url.slice(api.prefix.length)
      // One fastify route for all of ours: fastify takes 50 us to set up each of hundreds, again for every sandbox.
      api.all('/*', async (request, reply) => {
        const path = below(request)
        const found = router.find(request.method, path)
        const answer = await answerRequest(context, request, path, found, () => missing(routes, path))
        void reply
          .code(answer.status)
          .headers(answer.headers)
          .header('date', new Date(context.sandbox.now()).toUTCString())
        if (answer.contentType !== undefined) return reply.type(answer.contentType).send(answer.body)
        return answer.body === undefined ? reply.send() : send(reply, answer.body)
      })
      api.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, _request, reply) => {
        const tooLarge = error.statusCode === 413
        // A client that was killed while sending is nobody's fault and gets no answer.
        const cutOff = error.code === 'ECONNRESET'
        if (!tooLarge && !cutOff)
          context.requestLog.violate({ kind: 'crash', where: 'REST', problem: error.stack ?? error.message })
        void reply.code(tooLarge ? 413 : 500)
        return send(reply, tooLarge ? { message: 'Request entity too large', code: 40_005 } : serverError)
      })
      done()
    },
    { prefix: '/api/v10' },
  )
}
