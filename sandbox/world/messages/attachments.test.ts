import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { attachmentSizeLimit, safeName, signed, upload } from './attachments.ts'
import { imageSize } from './image-size.ts'

const file = (name: string, data = Buffer.from('x'), field = 'files[0]') => ({
  field,
  name,
  contentType: 'text/plain',
  data,
})

test.each([
  ['bowl.png', 'bowl.png'],
  ['my  bowl (1).png', 'my_bowl_1_.png'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['<img src=x>.png', '_img_src_x_.png'],
  ['SPOILER_end.txt', 'SPOILER_end.txt'],
  ['...', 'unknown'],
  ['', 'unknown'],
])('a file called %j is kept as %s', (name, kept) => {
  expect(safeName(name)).toBe(kept)
})

test('an upload is stored with what the body says of it, and addressed by channel and id', () => {
  const { sandbox } = createDemoWorld()
  const notes = [{ id: '1', description: 'Second' }]
  const stored = upload(sandbox, '5', [file('a.txt'), file('b.txt', Buffer.from('xyz'), 'files[1]')], notes)
  expect(stored).toMatchObject([
    { filename: 'a.txt', size: 1 },
    { filename: 'b.txt', size: 3, description: 'Second' },
  ])
  expect(stored[0]).not.toHaveProperty('description')
  expect(stored[0]?.url).toBe(`http://localhost:3100/cdn/attachments/5/${stored[0]?.id}/a.txt`)
  expect(sandbox.world.attachments.get(stored[1]?.id ?? '')?.data.toString()).toBe('xyz')
})

test('too many files, or one that is too large, are refused and nothing is kept', () => {
  const { sandbox } = createDemoWorld()
  const large = file('a', Buffer.alloc(attachmentSizeLimit + 1))
  expect(() => upload(sandbox, '5', [file('b'), large])).toThrow('Request entity too large')
  expect(() =>
    upload(
      sandbox,
      '5',
      Array.from({ length: 11 }, () => file('a')),
    ),
  ).toThrow('Invalid Form Body')
  expect(sandbox.world.attachments.size).toBe(0)
})

test('addresses are handed out with an expiry that moves on', () => {
  const { sandbox, advance } = createDemoWorld()
  const [stored] = upload(sandbox, '5', [file('a.txt')])
  if (!stored) throw new Error('nothing was stored')
  const first = new URL(signed(sandbox, stored).url)
  advance(60_000)
  const second = new URL(signed(sandbox, stored).url)
  expect(first.pathname).toBe(second.pathname)
  expect(first.searchParams.get('hm')).not.toBe(second.searchParams.get('hm'))
  const expiry = Number.parseInt(second.searchParams.get('ex') ?? '', 16) * 1000
  expect(expiry).toBeGreaterThan(sandbox.now())
})

test('the size of a picture is read from its header', () => {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('IHDR'),
    Buffer.from([0, 0, 1, 0x40, 0, 0, 0, 0xf0, 8, 6, 0, 0, 0]),
    deflateSync(Buffer.alloc(4)),
  ])
  expect(imageSize(png)).toEqual({ width: 320, height: 240 })
  expect(imageSize(Buffer.from('GIF89a\x02\x00\x03\x00', 'latin1'))).toEqual({ width: 2, height: 3 })
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 16, 1, 1, 0x11, 0])
  expect(imageSize(jpeg)).toEqual({ width: 16, height: 9 })
  for (const other of ['', 'text', '\xff\xd8', '\xff\xd8\xff'])
    expect(imageSize(Buffer.from(other, 'latin1'))).toBeUndefined()
})
