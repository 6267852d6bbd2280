import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from './escape-html.ts'

export interface Site {
  /** The base address that browsers use. */
  publicUrl(): URL
  productName: string
}

/** The folder with the pages that the build rendered: see `web/prerender.ts`. */
const rendered = 'prerendered'

/** Kept out of search engines: these pages need a sign-in or have no content yet. */
const unlisted = ['/manage', '/selector', '/login', '/coming-soon', '/api']

const isListed = (path: string) => !unlisted.some(root => path === root || path.startsWith(`${root}/`))

/** The path of a page whose expression matches only one; undefined for pages with parameters. */
const pathOf = (address: string): string | undefined => /^\^(\/[\w/-]*)\$$/.exec(address)?.[1]

const within = (html: string, what: RegExp): string => what.exec(html)?.[1] ?? ''

/**
 * Adds to a document the tags for search engines and link previews that only the running copy knows: its address and
 * name.
 */
export function completed(html: string, path: string, { publicUrl, productName }: Site): string {
  const title = within(html, /<title>([^<]*)<\/title>/).replace('Palisade', () => escapeHtml(productName))
  const about = within(html, /<meta name="description" content="([^"]*)"/)
  const at = (place: string) => escapeHtml(new URL(place, publicUrl()).href)
  const tags = [
    `<link rel="canonical" href="${at(path)}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escapeHtml(productName)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${about}">`,
    `<meta property="og:url" content="${at(path)}">`,
    `<meta property="og:image" content="${at('/images/preview.png')}">`,
    `<meta property="og:image:alt" content="A row of posts, some of them blue, below the words: A quiet guard for loud communities.">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/ *<\/head>/, () => `    ${tags.join('\n    ')}\n  </head>`)
}

const encodings = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) as Promise<Buffer>,
  gzip: (content: Buffer) => promisify(gzip)(content) as Promise<Buffer>,
  identity: async (content: Buffer) => content,
}
type Encoding = keyof typeof encodings

/** The first of our encodings that the browser accepts. */
function encodingFor(accepted = ''): Encoding {
  const names = accepted.split(',').map(name => name.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find(name => names.includes(name)) ?? 'identity'
}

interface Document {
  etag: string
  builtAt: number
  content: Buffer
  /** Encoded on first request, then kept. */
  encoded: Map<Encoding, Promise<Buffer>>
}

const files = (root: string) => {
  const folder = join(root, rendered)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'))
}

/**
 * Serves the public pages: those rendered by the build, and all others without parameters. Their number is fixed, so
 * the finished documents are kept in memory.
 * @param addresses the regular expressions of the pages' paths, as the build recorded them
 */
export function createDocuments(root: string, addresses: readonly string[], site: Site) {
  const ahead = new Map(
    files(root).map(name => {
      const path = `/${name.replaceAll('\\', '/').replace(/\.html$/, '')}`
      return [path === '/index' ? '/' : path, join(root, rendered, name)]
    }),
  )
  const paths = new Set([...ahead.keys(), ...addresses.flatMap(address => pathOf(address) ?? [])].filter(isListed))
  const made = new Map<string, Document>()

  function documentOf(path: string): Document {
    const file = ahead.get(path) ?? join(root, 'index.html')
    const { mtimeMs: builtAt } = statSync(file)
    const known = made.get(path)
    if (known?.builtAt === builtAt) return known
    const html = readFileSync(file, 'utf8')
    const content = Buffer.from(completed(html, path, site))
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    const fresh: Document = { etag, builtAt, content, encoded: new Map() }
    made.set(path, fresh)
    return fresh
  }

  return {
    /** Answers with the page at the requested address; returns undefined when it is none of these pages. */
    async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const [path = '', query] = request.url.split('?', 2)
      // A page that was rendered for everybody does not reflect a query.
      if (!paths.has(path) || (query !== undefined && ahead.has(path))) return undefined
      const document = documentOf(path)
      const encoding = encodingFor(request.headers['accept-encoding'])
      reply
        .headers({ etag: document.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
      if (request.headers['if-none-match']?.includes(document.etag)) return reply.code(304).send()
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      const body = document.encoded.get(encoding) ?? encodings[encoding](document.content)
      document.encoded.set(encoding, body)
      return reply.send(await body)
    },
    robots: () =>
      [
        'User-agent: *',
        ...unlisted.map(root => `Disallow: ${root}`),
        `Sitemap: ${new URL('/sitemap.xml', site.publicUrl()).href}`,
        '',
      ].join('\n'),
    sitemap: () =>
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...[...paths]
          .toSorted()
          .map(path => `  <url><loc>${escapeHtml(new URL(path, site.publicUrl()).href)}</loc></url>`),
        '</urlset>',
        '',
      ].join('\n'),
  }
}
