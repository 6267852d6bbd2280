import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { attachmentSizeLimit, safeName, signed, upload } from './attachments.ts'

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

test('an upload is stored with its description from the body, and addressed by channel and id', () => {
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

test('a picture is stored with its width and height, anything else without', async () => {
  const { sandbox } = createDemoWorld()
  const stored = (data: Buffer<ArrayBuffer>) => upload(sandbox, '5', [file('bowl', data)])[0]
  const canvas = createCanvas(320, 240)
  const png = Buffer.from(await canvas.encode('png'))
  const others = [canvas.encode('gif'), canvas.encode('jpeg'), canvas.encode('webp'), canvas.encode('avif')]
  for (const picture of [png, ...(await Promise.all(others))])
    expect(stored(Buffer.from(picture))).toMatchObject({ width: 320, height: 240 })
  for (const other of ['', 'text', '\xff\xd8', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'])
    expect(stored(Buffer.from(other, 'latin1'))).not.toHaveProperty('width')
  expect(stored(png.subarray(0, 12))).not.toHaveProperty('width')
})
