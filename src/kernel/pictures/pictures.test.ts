import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { largestPicture, loadPicture } from './load-picture.ts'
import { createOutsidePictures } from './outside-pictures.ts'
import { isPublic, publicWeb, reachable, type Resolve } from './public-address.ts'

/** Pictures of other sites: shown when they are pictures, and never a way into the network around the bot. */
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])
const requests: string[] = []
const answers: Record<string, (response: ServerResponse) => void> = {
  '/a.png': response => response.end(png),
  '/lie.png': response => response.setHeader('content-type', 'image/png').end('<html>secret</html>'),
  '/vector.svg': response => response.setHeader('content-type', 'image/svg+xml').end('<svg onload="alert(1)"/>'),
  '/short': response => response.end('\x89PN'),
  '/gone.png': response => response.writeHead(404).end(png),
  '/said-large.png': response => response.writeHead(200, { 'content-length': largestPicture + 1 }).end(png),
  '/large.png': response => response.end(Buffer.concat([png, Buffer.alloc(largestPicture)])),
  '/moved': response => response.writeHead(302, { location: '/a.png' }).end(),
  '/round': response => response.writeHead(302, { location: '/round' }).end(),
  '/inside': response => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/home': response => response.writeHead(302, { location: `http://[::1]:${port()}/a.png` }).end(),
  '/file': response => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}

let site: Server
let harness: Harness
let owner: Visitor
const port = () => (site.address() as AddressInfo).port
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port()}${path}`
/** Only the site of this test, as the public web is to the product. */
const mayReach = (address: string, wanted: number) => address === '127.0.0.1' && wanted === port()
const none: Resolve = () => Promise.resolve([])

beforeAll(async () => {
  site = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`)
    const answer = answers[request.url?.replace(/\?.*$/, '') ?? '']
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => void site.listen(0, '127.0.0.1', resolve))
  harness = await createHarness({ mayReach })
  owner = await harness.signIn('owner')
})
afterAll(async () => {
  await harness.close()
  site.close()
})

const picture = (address: string, visitor = owner) =>
  visitor.call('GET', `/api/guild/${harness.guildId}/picture?address=${encodeURIComponent(address)}`)

test('only addresses of the public internet are public', () => {
  const inside = [
    '127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 169.254.170.2',
    '100.64.0.1 100.100.100.200 192.0.0.192 168.63.129.16 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 192.0.2.1',
    ':: ::1 fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 fec0::1',
    '::ffff:127.0.0.1 ::ffff:a00:1 ::7f00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001::7f00:1',
    'localhost 1 0x7f000001 example.org',
  ].flatMap(line => line.split(' '))
  expect(inside.filter(isPublic)).toEqual([])
  const outside = ['8.8.8.8', '104.16.0.1', '2606:4700::1111', '2a00:1450:4001::1']
  expect(outside.filter(address => !isPublic(address))).toEqual([])
  expect(publicWeb('8.8.8.8', 443)).toBe(true)
  expect([22, 25, 2375, 6379, 8080].filter(wanted => publicWeb('8.8.8.8', wanted))).toEqual([])
})

test('pictures are never fetched from this machine, however the address is written and whatever DNS answers', async () => {
  const names: Record<string, string[]> = {
    'inside.example': ['127.0.0.1'],
    'mixed.example': ['::1', '10.0.0.1', '8.8.8.8'],
    'mapped.example': ['::ffff:169.254.169.254'],
  }
  const resolve: Resolve = name =>
    Promise.resolve((names[name] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 })))
  const reach = { resolve, mayReach: publicWeb }
  const written = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0']
  for (const host of [...written, 'inside.example', 'mapped.example', 'unknown.example'])
    expect([host, await reachable(new URL(`http://${host}/`), reach)]).toEqual([host, undefined])
  expect(await reachable(new URL('https://mixed.example/'), reach)).toEqual({ address: '8.8.8.8', family: 4 })
})

test('a connection goes to the address that was checked, even if DNS answers differently the second time', async () => {
  let asked = 0
  const resolve: Resolve = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  requests.length = 0
  const found = await loadPicture(at('/a.png', 'rebinding.example'), { resolve, mayReach })
  expect(found?.type).toBe('image/png')
  expect(asked).toBe(1)
  expect(requests).toEqual([`rebinding.example:${port()} /a.png`])
  const reversed: Resolve = () => Promise.resolve([{ address: '127.0.0.2', family: 4 }])
  expect(await loadPicture(at('/a.png', 'rebinding.example'), { resolve: reversed, mayReach })).toBeUndefined()
})

test('a picture of another site is shown through the dashboard, as the type that it is', async () => {
  const { status, headers } = await picture(at('/a.png'))
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await picture(at('/moved'))).status).toBe(200)
  requests.length = 0
  expect((await picture(at('/a.png'))).status).toBe(200)
  expect(requests).toEqual([])
})

test.each([
  '/lie.png',
  '/vector.svg',
  '/short',
  '/gone.png',
  '/said-large.png',
  '/large.png',
  '/round',
  '/inside',
  '/home',
  '/file',
])('a response that is no picture, or redirects, is refused: %s', async path => {
  expect(await picture(at(path))).toMatchObject({ status: 404, body: { code: 'pictures.none' } })
})

test('other addresses are refused, and nobody without rights can fetch through the dashboard', async () => {
  for (const address of ['ftp://example.org/a.png', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])
    expect((await picture(address)).status).toBe(400)
  expect((await picture(`http://user:secret@127.0.0.1:${port()}/a.png`)).status).toBe(404)
  const before = requests.length
  const member = await harness.signIn('member1')
  expect((await picture(at('/a.png?once-more'), member)).status).toBe(403)
  expect((await picture(at('/a.png?once-more'), harness.visitor())).status).toBe(401)
  expect(requests.length).toBe(before)
  const access = {
    kind: 'member',
    id: harness.as('member1').userId,
    expiresAt: null,
    feature: 'greetings',
    level: 'view',
  }
  expect((await owner.call('POST', `/api/guild/${harness.guildId}/access`, access)).status).toBe(200)
  expect((await picture(at('/a.png?once-more'), member)).status).toBe(200)
})

test('by default, no address of this machine is reached', async () => {
  const plain = createOutsidePictures()
  for (const address of [at('/a.png'), at('/a.png', 'localhost'), at('/a.png', '[::ffff:127.0.0.1]')])
    expect(await plain.load('1', address)).toBeUndefined()
})

test('each server has its own budget of fetches, which is renewed after a minute', async () => {
  let now = 1
  const pictures = createOutsidePictures({ now: () => now, resolve: none })
  const load = (guildId: string, number: number) => pictures.load(guildId, `http://none.example/${number}.png`)
  for (let number = 0; number < 30; number++) expect(await load('1', number)).toBeUndefined()
  await expect(load('1', 30)).rejects.toMatchObject({ status: 429 })
  expect(await load('2', 31)).toBeUndefined()
  now = 60_002
  expect(await load('1', 30)).toBeUndefined()
})
