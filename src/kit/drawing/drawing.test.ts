// @module-tag long
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAvatar, onCdn } from './avatar.ts'
import { contrast, palette, visible } from './colours.ts'
import { emojiFile } from './emoji.ts'
import { compactNumber } from './compact-number.ts'
import { drawPng } from './picture.ts'

let cdnUrl: string
const server = createServer((request, response) => {
  const path = request.url ?? ''
  if (path.includes('/large')) response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(1_000_001))
  else if (path.includes('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
  else if (path.includes('/away')) response.writeHead(302, { location: '/cdn/avatars/1/a.png' }).end()
  else if (path.includes('/slow')) response.writeHead(200, { 'content-type': 'image/png' }).write('x')
  else response.writeHead(200, { 'content-type': 'image/png' }).end(path)
})
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cdnUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cdn`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The pixels of `text` when drawn. */
async function pixels(text: string): Promise<string> {
  const png = await drawPng(
    { width: 120, height: 60 },
    ({ line }) => line(text),
    (pen, line) =>
      void line.draw(pen, { x: 4, baseline: 44, width: 112 }, { size: 40, weight: 500, colour: '#000000' }),
  )
  const pen = createCanvas(120, 60).getContext('2d')
  pen.drawImage(await loadImage(png), 0, 0)
  return Buffer.from(pen.getImageData(0, 0, 120, 60).data).toString('base64')
}

test('every script has its own glyphs, none is an empty box', async () => {
  const samples = [
    'Aß',
    'Ж',
    'Ω',
    'م',
    'א',
    'ก',
    'अ',
    '日',
    'あ',
    'カ',
    '한',
    '汉',
    '☆',
    '、',
    'ệ',
    '🎉',
    '👨‍👩‍👧',
    '𝓐'.repeat(2),
  ]
  const drawn = new Map<string, string>()
  for (const sample of [...samples, '']) drawn.set(sample, await pixels(sample))
  expect(new Set(drawn.values()).size).toBe(samples.length + 1)
})

test('a letter without a glyph in any font is left out', async () => {
  expect(await pixels('a\u{13000}')).toBe(await pixels('a'))
})

test('a drawing that fails does not affect others', async () => {
  const failing = drawPng(
    { width: 1, height: 1 },
    () => Promise.reject(new Error('no')),
    () => undefined,
  )
  await expect(failing).rejects.toThrow('no')
  expect(await pixels('a')).not.toBe(await pixels(''))
})

test('avatars come only from the image server', async () => {
  expect(onCdn('https://cdn.test', 'https://cdn.test/avatars/1/a.webp?size=4096')).toBe(
    'https://cdn.test/avatars/1/a.webp?size=256',
  )
  for (const address of ['https://evil.test/avatars/1/a.png', 'http://cdn.test/a.png', 'file:///etc/passwd', 'x'])
    expect(onCdn('https://cdn.test', address)).toBeUndefined()
  expect(onCdn('http://h/cdn', 'http://h/cdnx/a.png')).toBeUndefined()
})

test('an avatar that is missing, large, slow or on another host does not delay the card', async () => {
  const load = (name: string) => loadAvatar(cdnUrl, `${cdnUrl}/avatars/1/${name}.png`)
  expect((await load('a'))?.toString()).toBe('/cdn/avatars/1/a.png?size=256')
  const others = await Promise.all(['large', 'page', 'away', 'slow'].map(load))
  expect(others).toEqual([undefined, undefined, undefined, undefined])
  expect(await loadAvatar(cdnUrl, null)).toBeUndefined()
})

test('emoji are named as Twemoji names its files', () => {
  const names = ['🎉', '❤️', '👨‍👩‍👧', '👁️‍🗨️', '🇨🇳', '1️⃣'].map(emojiFile)
  expect(names).toEqual([
    '1f389.svg',
    '2764.svg',
    '1f468-200d-1f469-200d-1f467.svg',
    '1f441-fe0f-200d-1f5e8-fe0f.svg',
    '1f1e8-1f1f3.svg',
    '31-20e3.svg',
  ])
})

test('any colour can be seen on a card, and a good one stays as it is', () => {
  expect(visible('#068ADD')).toBe('#068ADD')
  for (const colour of ['#000000', '#2C3E50', '#0000FF', '#FFFFFF'])
    expect(contrast(visible(colour), palette['surface-raised'])).toBeGreaterThanOrEqual(3)
})

test('large numbers are abbreviated', () => {
  expect([0, 999, 1234, 1_234_567, 1e15].map(compactNumber)).toEqual(['0', '999', '1,234', '1.2M', '1000T'])
})

/** `oklch(L C H)` as `#RRGGBB`. Source: https://bottosson.github.io/posts/oklab/ */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const shares = linear.map(value => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  return `#${shares
    .map(share =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()
}

test("the cards have the dashboard's colours", () => {
  const css = readFileSync('web/ui/tokens.css', 'utf8').split("[data-theme='light']")[0] ?? ''
  const token = (name: string) => {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? ''
    const numbers = /oklch\(([\d. ]+)\)/.exec(value)?.[1]?.split(' ').map(Number)
    return numbers ? hexOf(numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0) : value.toUpperCase()
  }
  const tokens = Object.fromEntries(Object.keys(palette).map(name => [name, token(name)]))
  expect(tokens).toEqual(palette)
})
