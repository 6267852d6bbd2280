import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const resolve = (name: string) => createRequire(import.meta.url).resolve(name)

/** Twemoji's pictures by code points, for the stage: Discord's clients draw emoji as pictures too. */
export function mountUnicodeEmoji(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/cdn/unicode-emoji/:file', async (request, reply) => {
    const { file } = request.params
    const folder = dirname(resolve('@twemoji/svg/package.json'))
    const picture = /^[\da-f-]+\.svg$/.test(file)
      ? await readFile(join(folder, file)).catch(() => undefined)
      : undefined
    if (!picture) return reply.code(404).send()
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .type('image/svg+xml')
      .send(picture)
  })
}
