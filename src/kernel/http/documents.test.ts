import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { completed, createDocuments } from './documents.ts'

const site = { publicUrl: () => new URL('https://bot.example.org/'), productName: 'A "quiet" <b>bot</b>' }
const html = (title: string, content = '') =>
  `<html><head><title>${title}</title><meta name="description" content="About it" /></head><body><div id="root">${content}</div></body></html>`

test('a document is completed with its address, and a product’s name stays text', () => {
  const page = completed(html('Docs · Palisade'), '/docs', site)
  expect(page).toContain('<link rel="canonical" href="https://bot.example.org/docs">')
  expect(page).toContain('<title>Docs · A &quot;quiet&quot; &lt;b&gt;bot&lt;/b&gt;</title>')
  expect(page).toContain('<meta property="og:description" content="About it">')
  expect(page).toContain('<meta property="og:image" content="https://bot.example.org/images/preview.png">')
  expect(page).not.toContain('<b>bot')
  const dollars = completed(html('Docs · Palisade'), '/docs', { ...site, productName: '$$ $` bot' })
  expect(dollars).toContain('<title>Docs · $$ $` bot</title>')
})

function served() {
  const root = mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(join(root, 'prerendered/docs'), { recursive: true })
  writeFileSync(join(root, 'index.html'), html('Palisade'))
  writeFileSync(join(root, 'prerendered/docs/hosting.html'), html('Hosting · Palisade', 'ready'))
  const addresses = ['^/$', '^/faq$', '^/docs/[^/]+$', '^/manage/[^/]+/basic$', '^/selector$', '^/login$']
  const documents = createDocuments(root, addresses, site)
  const app = fastify()
  app.get('/*', async (request, reply) => (await documents.send(request, reply)) ?? reply.send('other'))
  const ask = (url: string, headers = {}) => app.inject({ url, headers })
  return { documents, ask }
}

test('pages that everybody may find are completed, those rendered ahead with their content', async () => {
  const { ask } = served()
  expect((await ask('/docs/hosting')).body).toContain('ready')
  expect((await ask('/faq')).body).toContain('href="https://bot.example.org/faq"')
  expect((await ask('/?x=1')).body).toContain('href="https://bot.example.org/"')
  for (const path of ['/docs/nothing', '/selector', '/manage/1/basic', '/docs/hosting?topic=levels'])
    expect((await ask(path)).body).toBe('other')
})

test('documents are compressed as requested, and not sent again to clients that have them', async () => {
  const { ask } = served()
  const plain = (await ask('/docs/hosting')).body
  const br = await ask('/docs/hosting', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(br.rawPayload))).toBe(plain)
  const gz = await ask('/docs/hosting', { 'accept-encoding': 'gzip;q=1.0' })
  expect(String(gunzipSync(gz.rawPayload))).toBe(plain)
  const again = await ask('/docs/hosting', { 'if-none-match': String(br.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the sitemap lists documents with their full addresses, and robots are kept off the rest', () => {
  const { documents } = served()
  const listed = [...documents.sitemap().matchAll(/<loc>([^<]*)</g)].map(([, address]) => address)
  expect(listed).toEqual(['/', '/docs/hosting', '/faq'].map(path => `https://bot.example.org${path}`))
  expect(documents.robots()).toContain('Disallow: /manage\n')
})
