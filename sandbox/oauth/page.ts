import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../context.ts'

export function mountAuthorizePage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/oauth2/authorized', (_request, reply) => reply.type('text/html').send(`Authorized by ${sandbox.origin()}`))
}
