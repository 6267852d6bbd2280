import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratch } from '#test/scratch.ts'
import { compressAll } from './precompress.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(scratch, 'compressed-'))
  mkdirSync(join(place, 'web/assets'), { recursive: true })
  mkdirSync(join(place, 'web/prerendered'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const put = (name: string, content: string) => writeFileSync(join(place, 'web', name), content)
const got = (name: string) => readFileSync(join(place, 'web', name))
const kept = () => readdirSync(join(place, 'cache')).toSorted()
const compress = () => compressAll(join(place, 'web'), join(place, 'cache'))
const long = (word: string) => `${word} `.repeat(500)

test('text files are compressed in both formats; files that are short, prerendered or not text are not', () => {
  put('assets/a.js', long('script'))
  put('assets/short.js', 'let a')
  put('assets/font.woff2', long('font'))
  put('prerendered/index.html', long('page'))
  compress()
  expect(String(brotliDecompressSync(got('assets/a.js.br')))).toBe(long('script'))
  expect(String(gunzipSync(got('assets/a.js.gz')))).toBe(long('script'))
  expect(
    readdirSync(join(place, 'web'), { recursive: true }).filter(name => /\.(br|gz)$/.test(String(name))),
  ).toHaveLength(2)
})

test('files compressed before are taken from the cache, by content and not by name', () => {
  put('assets/a.js', long('script'))
  compress()
  const before = kept()
  for (const name of before) writeFileSync(join(place, 'cache', name), 'seen')
  put('assets/b.js', long('script'))
  put('assets/a.js', long('another'))
  compress()
  expect([String(got('assets/b.js.br')), String(got('assets/b.js.gz'))]).toEqual(['seen', 'seen'])
  expect(String(brotliDecompressSync(got('assets/a.js.br')))).toBe(long('another'))
  expect(kept()).toHaveLength(4)
})

test('files that no build has used for weeks are deleted', () => {
  put('assets/a.js', long('script'))
  compress()
  const old = new Date(Date.now() - 15 * 86_400_000)
  const [first = ''] = kept()
  for (const name of kept()) utimesSync(join(place, 'cache', name), old, old)
  compress()
  expect(kept()).toContain(first)
  for (const name of kept()) utimesSync(join(place, 'cache', name), old, old)
  put('assets/a.js', long('another'))
  compress()
  expect(kept()).not.toContain(first)
  expect(kept()).toHaveLength(2)
})
