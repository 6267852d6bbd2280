import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { projectRoot } from '../project-root.ts'
import { createDocuments, type Site } from './documents.ts'

const unbuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not built yet</title></head>
<body><h1>The pages are not built yet</h1><p>Run <code>npm run build</code> once, then load this page again.</p></body></html>
`

/** Paths that are never pages: a missing one is answered with 404, not with the dashboard. */
const notPages = /^\/(api|assets|emoji|healthz|metrics)(\/|$)|\/[^/]+\.[a-z0-9]+$/i

/** The name of a script or style sheet on disk, compressed or not. */
const scriptOrStyle = /\.(js|css)(\.(br|gz))?$/

/**
 * Matches the types of clients that accept anything, such as link previews and `curl`; those that name a type want
 * something else.
 */
const anything = /^\s*(\*|text)\/\*\s*(;.*)?$/

const pathOf = ({ url }: { url: string }): string => url.split(/[?#]/, 1)[0] ?? ''

/** Whether a request is for a page, so that the dashboard, which has its own routes, answers it. */
export function wantsPage(request: { method: string; url: string; headers: { accept?: string | undefined } }): boolean {
  const path = pathOf(request)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const accept = request.headers.accept ?? '*/*'
  return (
    reads &&
    !notPages.test(path) &&
    (accept.includes('text/html') || accept.split(',').every(type => anything.test(type)))
  )
}

/** The files of each page, as recorded by the build: see `web/page-files.ts`. */
const pageFiles = z.array(
  z.object({ address: z.string(), files: z.array(z.object({ name: z.string(), media: z.string().optional() })) }),
)
type PageFiles = z.output<typeof pageFiles>

function readPageFiles(root: string): PageFiles {
  const file = join(root, 'pages.json')
  return existsSync(file) ? pageFiles.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/** A file of a page as an entry of the Link header; with `media`, only for some screens. */
const ahead = ({ name, media }: { name: string; media?: string | undefined }) =>
  `</${name}>; rel=${name.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}${media === undefined ? '' : `; media="${media}"`}`

/**
 * Returns the Link header by path that has a browser load a page's files at once, instead of when the first script asks
 * for them.
 */
function filesAhead(pages: PageFiles): (path: string) => string | undefined {
  const headers = pages.map(({ address, files }) => ({
    address: new RegExp(address),
    header: files.map(ahead).join(', '),
  }))
  return path => headers.find(({ address }) => address.test(path))?.header
}

/** The guild id in a page's path. */
const guildIn = (path: string): string | undefined => /^\/manage\/(\d+)(?=\/|$)/.exec(path)?.[1]

/**
 * The Link header for the requests that every page of a server makes before its own: who is signed in, and what they
 * may do there. Preloaded with the scripts, the answers are there when the scripts run, which saves three round trips.
 */
function answersAhead(guildId: string): string {
  const asked = ['/api/about', '/api/user', `/api/guild/${guildId}/own-access`]
  return asked.map(path => `<${path}>; rel=preload; as=fetch; crossorigin`).join(', ')
}

/** Mounts the built pages: hashed assets are cached for a year, everything else is revalidated at every load. */
export async function mountPages(app: FastifyInstance, site: Site): Promise<void> {
  const root = join(projectRoot(), 'dist', 'web')
  await app.register(fastifyStatic, {
    root,
    index: false,
    // `npm run build` writes a .br and a .gz next to every text file.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(root, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Only documents need a policy; on dozens of small scripts it would weigh as much as they do.
      if (hashed && scriptOrStyle.test(path)) reply.removeHeader('content-security-policy')
    },
  })

  // No address ends with a slash. The plugin would answer most of them with 404, but its own folders with 403.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.url === '/*' && pathOf(request).endsWith('/')) reply.callNotFound()
    else done()
  })

  // The plugin's own route reads the whole folder at each request, to compare the case of the name with the file's: for
  // dozens of files per page, among hundreds, that took as long as sending them.
  app.get<{ Params: { name: string } }>('/assets/:name(^\\w[\\w.-]*$)', (request, reply) =>
    reply.sendFile(`/assets/${request.params.name}`),
  )

  const pages = readPageFiles(root)
  const headerOf = filesAhead(pages)
  const documents = createDocuments(
    root,
    pages.map(({ address }) => address),
    site,
  )
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!existsSync(join(root, 'index.html')))
      return reply.code(503).type('text/html').header('cache-control', 'no-store').send(unbuilt)
    const path = pathOf(request)
    const guildId = request.session.user && guildIn(path)
    const link = [headerOf(path), guildId && answersAhead(guildId)].filter(Boolean).join(', ')
    if (link) reply.header('link', link)
    return (await documents.send(request, reply)) ?? reply.sendFile('index.html')
  }
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(documents.robots()))
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(documents.sitemap()))

  app.get('/', page)
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (wantsPage(request)) return page(request, reply)
    throw new UserError('http.not_found', 'There is nothing at this address.', 404)
  })
}
