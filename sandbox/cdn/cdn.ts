import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from '../context.ts'
import type { StoredFile } from '../world/state.ts'

type Pictures = typeof import('./picture.ts')

/**
 * The largest picture that is drawn (px), whatever `size` asks for: pictures are generated, and more pixels would show
 * nothing new.
 */
const largest = 256
const usual = 128

function sizeOf(request: FastifyRequest): number {
  const asked = Number((request.query as { size?: string }).size ?? usual)
  return Number.isInteger(asked) && asked >= 16 ? Math.min(asked, largest) : usual
}

/**
 * Content types that a browser may show inline. Everything else is sent as a download, including every type that can
 * carry a script.
 */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm)|audio\/(mpeg|ogg|wav)|text\/plain)\b/

/**
 * Discord's CDN: generated pictures, addressed by hash, and uploaded attachments. Source: Discord's documentation,
 * "Image Formatting".
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
    const { hash: file = '', id = '' } = request.params as { hash?: string; id?: string }
    const hash = file.replace(/\.\w+$/, '')
    const uploaded = sandbox.world.uploads.get(hash)
    if (uploaded) return sendFile(reply, uploaded)
    const name = `${id} ${hash}`
    const kind = isProduct(id) ? 'emblem' : request.url.includes('/avatars/') ? 'portrait' : 'landscape'
    return send(request, reply, name, (pictures, size) =>
      kind === 'emblem' ? pictures.emblem(size) : pictures[kind](name, size),
    )
  }
  for (const path of [
    'avatars/:id/:hash',
    'banners/:id/:hash',
    'splashes/:id/:hash',
    'discovery-splashes/:id/:hash',
    'home-headers/:id/:hash',
    'icons/:id/:hash',
    'role-icons/:id/:hash',
    'app-icons/:id/:hash',
    'guilds/:guild/users/:id/avatars/:hash',
    'guilds/:guild/users/:id/banners/:hash',
    'guild-events/:id/:hash',
  ])
    app.get(`/cdn/${path}`, hashed)

  // These have no hash: once they are deleted, there is nothing left to draw.
  for (const [path, isThere] of [
    ['emojis', (id: string) => isIn(sandbox, id, 'emojis')],
    ['stickers', (id: string) => isIn(sandbox, id, 'stickers')],
    ['soundboard-sounds', () => false],
  ] as const)
    app.get(`/cdn/${path}/:hash`, (request, reply) => {
      const id = (request.params as { hash: string }).hash.replace(/\.\w+$/, '')
      if (!sandbox.world.uploads.has(id) && !isThere(id)) return reply.code(404).send()
      return hashed(request, reply)
    })

  app.get('/cdn/embed/avatars/:file', (request, reply) => {
    const index = /^([0-5])\.png$/.exec((request.params as { file: string }).file)?.[1]
    if (index === undefined) return reply.code(404).send()
    return send(request, reply, `default ${index}`, (pictures, size) => pictures.defaultAvatar(Number(index), size))
  })

  for (const folder of ['attachments', 'ephemeral-attachments'])
    app.get(`/cdn/${folder}/:channel/:id/:name`, (request, reply) => {
      const file = sandbox.world.attachments.get((request.params as { id: string }).id)
      if (!file) return reply.code(404).type('text/plain').send('This content is no longer available.')
      return sendFile(reply, file)
    })
}

/** Whether a guild has it. Seeded ones have no file, so they are drawn. */
const isIn = ({ world }: Sandbox, id: string, kind: 'emojis' | 'stickers') =>
  [...world.guilds.values()].some(state => state[kind].has(id))

/** Sends a file as it was uploaded. Discord would convert it to the format and size that the address asks for. */
function sendFile(reply: FastifyReply, { contentType, data }: StoredFile) {
  void reply.headers({
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (!shown.test(contentType)) void reply.header('content-disposition', 'attachment')
  return reply.type(contentType || 'application/octet-stream').send(data)
}
