import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UserError } from '#kit/errors.ts'
import { projectRoot } from '../project-root.ts'

const unbuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><h1>The pages are not built yet</h1><p>Run <code>npm run build</code> once, then load this page again.</p></body></html>
`

/** Paths that are never pages: a missing one answers 404, not the dashboard. */
const notPages = /^\/(api|assets)(\/|$)|\/[^/]+\.[a-z0-9]+$/i

/** As it lies there, compressed or not. */
const scriptOrStyle = /\.(js|css)(\.(br|gz))?$/

/** Whether a browser asks for a page, so that the dashboard with its own routes answers. */
export function wantsPage(request: { method: string; url: string; headers: { accept?: string | undefined } }): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !notPages.test(path) && (request.headers.accept ?? '').includes('text/html')
}

/** The built pages: hashed assets for a year, everything else checked at every load. */
export async function mountPages(app: FastifyInstance): Promise<void> {
  const root = join(projectRoot(), 'dist', 'web')
  await app.register(fastifyStatic, {
    root,
    index: false,
    // `npm run build` leaves a .br and a .gz beside every text.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(root, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Only documents need a policy; on dozens of small scripts it would weigh as much as they do.
      if (hashed && scriptOrStyle.test(path)) reply.removeHeader('content-security-policy')
    },
  })

  const page = (reply: FastifyReply) =>
    existsSync(join(root, 'index.html'))
      ? reply.sendFile('index.html')
      : reply.code(503).type('text/html').header('cache-control', 'no-store').send(unbuilt)

  app.get('/', (_request, reply) => page(reply))
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (wantsPage(request)) return page(reply)
    throw new UserError('http.not_found', 'There is nothing at this address.', 404)
  })
}
