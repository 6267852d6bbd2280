import type { FastifyInstance } from 'fastify'
import { namedPicture } from '#kit/drawing/emoji.ts'

/** Emoji as pictures, for the previews: Discord's clients draw them so too, whatever fonts a computer has. */
export function mountEmoji(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/emoji/:file', async (request, reply) => {
    const picture = await namedPicture(request.params.file)
    if (!picture) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/svg+xml').send(picture)
  })
}
