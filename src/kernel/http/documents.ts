import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Site {
  /** Where browsers reach it. */
  publicUrl(): URL
  productName: string
}

/** Where the build leaves what it has rendered: see `web/prerender.ts`. */
const rendered = 'prerendered'

/** Nobody finds these by searching: they are for whoever is signed in, or say nothing yet. */
const unlisted = ['/manage', '/selector', '/login', '/coming-soon', '/api']

const isListed = (path: string) => !unlisted.some(root => path === root || path.startsWith(`${root}/`))

/** The one path that a page's expression stands for; undefined for those with parameters. */
const pathOf = (address: string): string | undefined => /^\^(\/[\w/-]*)\$$/.exec(address)?.[1]

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const within = (html: string, what: RegExp): string => what.exec(html)?.[1] ?? ''

/** The document with what search engines and link previews ask for, which only the running copy knows. */
export function completed(html: string, path: string, { publicUrl, productName }: Site): string {
  const title = within(html, /<title>([^<]*)<\/title>/).replace('Palisade', escaped(productName))
  const about = within(html, /<meta name="description" content="([^"]*)"/)
  const at = (place: string) => escaped(new URL(place, publicUrl()).href)
  const tags = [
    `<link rel="canonical" href="${at(path)}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escaped(productName)}">`,
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

/** The first of ours that a browser takes. */
function encodingFor(accepted = ''): Encoding {
  const names = accepted.split(',').map(name => name.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find(name => names.includes(name)) ?? 'identity'
}

interface Document {
  etag: string
  builtAt: number
  content: Buffer
  /** Made when first asked for, then kept. */
  encoded: Map<Encoding, Promise<Buffer>>
}

const files = (root: string) => {
  const folder = join(root, rendered)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'))
}

/**
 * The pages that everybody may find: those rendered by the build, and all others without parameters. As many as there are
 * pages, so what is made of them is kept.
 * @param addresses the pages' expressions, as the build wrote them down
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
    /** Answers with the page at that address; undefined where it is none of these. */
    async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const [path = '', query] = request.url.split('?', 2)
      // What an address asks for besides its page is not in what was rendered for everybody.
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
          .map(path => `  <url><loc>${escaped(new URL(path, site.publicUrl()).href)}</loc></url>`),
        '</urlset>',
        '',
      ].join('\n'),
  }
}
