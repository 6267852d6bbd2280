import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = fileURLToPath(new URL('../dist/stage/', import.meta.url))

const hint = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox</title>
<body style="font:16px system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>The sandbox is running</h1>
<p>The stage, a chat page on this sandbox, is not built yet. Run <code>npm run build</code> and reload.</p>
<p>REST is at <a href="/api/v10/gateway">/api/v10</a>.</p>`

/** No inline scripts or styles; images, audio and video from any https origin, since members link to them. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data: blob: https:; media-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The stage's files at `/`, or a page that says how to build them. */
export async function mountStage(app: FastifyInstance): Promise<void> {
  if (existsSync(`${folder}index.html`)) {
    const setHeaders = (reply: { header(name: string, value: string): unknown }) =>
      reply.header('content-security-policy', policy)
    await app.register(fastifyStatic, { root: folder, cacheControl: false, setHeaders })
    return
  }
  app.get('/', (_request, reply) => reply.type('text/html').send(hint))
}
