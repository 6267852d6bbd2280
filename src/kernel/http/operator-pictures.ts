import type { FastifyInstance } from 'fastify'
import { UserError } from '#kit/errors.ts'
import type { Services } from '../feature.ts'

/** Pictures of the people who run this copy, by their place in the team, as a page shows them. */
export function mountOperatorPictures(app: FastifyInstance, { operator }: Pick<Services, 'operator'>): void {
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
