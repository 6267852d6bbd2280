import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from '../context.ts'

type Pictures = typeof import('./picture.ts')

/**
 * Pictures are drawn at most this large, whatever `size` says: they are generated, and more pixels would show nothing
 * new.
 */
const largest = 256
const usual = 128

function sizeOf(request: FastifyRequest): number {
  const asked = Number((request.query as { size?: string }).size ?? usual)
  return Number.isInteger(asked) && asked >= 16 ? Math.min(asked, largest) : usual
}

/**
 * Content types that a browser may show in place. Anything else, and everything that can carry script, is a download.
 */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm)|audio\/(mpeg|ogg|wav)|text\/plain)\b/

/**
 * Discord's CDN: pictures by hash, generated, and uploaded attachments. Source: Discord's reference, "Image
 * Formatting".
 */
export function mountCdn(app: FastifyInstance, sandbox: Sandbox): void {
  const drawn = new Map<string, Buffer>()
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    draw: (pictures: Pictures, size: number) => Buffer,
  ) => {
    const size = sizeOf(request)
    const name = `${key} ${size}`
    // Loaded with the first picture: the canvas takes 27 MB, and most tests need no picture.
    const picture = drawn.get(name) ?? draw(await import('./picture.ts'), size)
    if (drawn.size > 500) drawn.clear()
    drawn.set(name, picture)
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/png')
      .send(picture)
  }
  const isProduct = (id: string) =>
    [...sandbox.world.applications.values()].some(
      application => application.name === 'Palisade' && (application.botUserId === id || application.id === id),
    )
  const hashed = (request: FastifyRequest, reply: FastifyReply) => {
    const { hash = '', id = '' } = request.params as { hash?: string; id?: string }
    const name = `${id} ${hash.replace(/\.\w+$/, '')}`
    const kind = isProduct(id) ? 'emblem' : request.url.includes('/avatars/') ? 'portrait' : 'landscape'
    return send(request, reply, name, (pictures, size) =>
      kind === 'emblem' ? pictures.emblem(size) : pictures[kind](name, size),
    )
  }
  for (const path of [
    'avatars/:id/:hash',
    'banners/:id/:hash',
    'splashes/:id/:hash',
    'icons/:id/:hash',
    'role-icons/:id/:hash',
    'app-icons/:id/:hash',
    'guilds/:guild/users/:id/avatars/:hash',
    'guilds/:guild/users/:id/banners/:hash',
    'emojis/:hash',
    'stickers/:hash',
  ])
    app.get(`/cdn/${path}`, hashed)

  app.get('/cdn/embed/avatars/:file', (request, reply) => {
    const index = /^([0-5])\.png$/.exec((request.params as { file: string }).file)?.[1]
    if (index === undefined) return reply.code(404).send()
    return send(request, reply, `default ${index}`, (pictures, size) => pictures.defaultAvatar(Number(index), size))
  })

  for (const folder of ['attachments', 'ephemeral-attachments'])
    app.get(`/cdn/${folder}/:channel/:id/:name`, (request, reply) => {
      const file = sandbox.world.attachments.get((request.params as { id: string }).id)
      if (!file) return reply.code(404).type('text/plain').send('This content is no longer available.')
      void reply.headers({
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (!shown.test(file.contentType)) void reply.header('content-disposition', 'attachment')
      return reply.type(file.contentType || 'application/octet-stream').send(file.data)
    })
}
