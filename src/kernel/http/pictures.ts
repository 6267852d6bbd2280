import type { FastifyInstance } from 'fastify'
import { namedPicture } from '#kit/drawing/emoji.ts'
import { UserError } from '#kit/errors.ts'
import type { Services } from '../feature.ts'

/** Mounts the pictures on pages that are not among the built files. */
export function mountPictures(app: FastifyInstance, { operator }: Pick<Services, 'operator'>): void {
  // Emoji for the previews, drawn as in Discord's clients, whatever fonts the computer has.
  app.get<{ Params: { file: string } }>('/emoji/:file', async (request, reply) => {
    const picture = await namedPicture(request.params.file)
    if (!picture) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/svg+xml').send(picture)
  })
  // The pictures of the operators of this copy, by their place in the team.
  app.get<{ Params: { place: string } }>('/api/operator/pictures/:place', async (request, reply) => {
    const { place } = request.params
    const picture = /^\d{1,2}$/.test(place) ? await operator.picture(Number(place)) : undefined
    if (!picture) throw new UserError('http.not_found', 'There is no such picture.', 404)
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('x-content-type-options', 'nosniff')
      .type(picture.type)
      .send(Buffer.from(picture.content))
  })
}
