import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import type { RunningSandbox } from '../server.ts'

async function get(sandbox: RunningSandbox, path: string) {
  const response = await fetch(`${sandbox.url}/cdn/${path}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const width = (png: Buffer) => png.readUInt32BE(16)

test('the same hash always gives the same picture in the size asked for, another hash another picture', async () => {
  const sandbox = await startSandbox()
  const { bytes, response } = await get(sandbox, 'avatars/1/abc.png?size=64')
  expect([response.headers.get('content-type'), width(bytes)]).toEqual(['image/png', 64])
  expect((await get(sandbox, 'avatars/1/abc.webp?size=64')).bytes.equals(bytes)).toBe(true)
  expect((await get(sandbox, 'avatars/1/abd.png?size=64')).bytes.equals(bytes)).toBe(false)
  expect(width((await get(sandbox, 'icons/1/abc.png?size=4096')).bytes)).toBe(256)
})

/** Red, green and blue at a place; x and y run from 0 to 1. */
async function colourAt(png: Buffer, x: number, y: number) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return [...context.getImageData(x * image.width, y * image.height, 1, 1).data.subarray(0, 3)]
}

test('there are six default avatars, each in a color of its own', async () => {
  const sandbox = await startSandbox()
  const { bytes } = await get(sandbox, 'embed/avatars/0.png')
  expect(await colourAt(bytes, 0.05, 0.05)).toEqual([88, 101, 242])
  for (const height of [0.4, 0.9])
    expect(await colourAt(bytes, 0.5, height)).toSatisfy(([red = 0]: number[]) => red > 200)
  expect((await get(sandbox, 'embed/avatars/5.png')).response.status).toBe(200)
  expect((await get(sandbox, 'embed/avatars/6.png')).response.status).toBe(404)
})

test('an uploaded HTML file is served as a download', async () => {
  const sandbox = await startSandbox()
  sandbox.context.world.attachments.set('7', {
    filename: 'x.html',
    contentType: 'text/html',
    data: Buffer.from('<script>alert(1)</script>'),
  })
  const { response } = await get(sandbox, 'attachments/1/7/x.html')
  expect(response.headers.get('content-disposition')).toBe('attachment')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect((await get(sandbox, 'attachments/1/8/x.html')).response.status).toBe(404)
})

test('emoji pictures are served, and no other file of the disk is', async () => {
  const sandbox = await startSandbox()
  const { response, bytes } = await get(sandbox, 'unicode-emoji/1f525.svg')
  expect(response.headers.get('content-type')).toContain('image/svg+xml')
  expect(bytes.toString()).toContain('<svg')
  for (const file of ['0.svg', 'package.json', '..%2F..%2F..%2Fpackage.json', '%2e%2e'])
    expect((await get(sandbox, `unicode-emoji/${file}`)).response.status).toBe(404)
})
