import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { prerendered } from './prerender.ts'

const text = /\.(js|css|svg|html)$/
/** Below this (bytes) the headers weigh as much as what is saved. */
const worthwhile = 1024
/** After this (ms) without use, what was compressed is forgotten. */
const keptMs = 14 * 86_400_000

/** How each kind is made. What changes here, or in Node's libraries, changes what a cached file is called. */
const kinds = {
  br: (content: Buffer) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content: Buffer) => gzipSync(content, { level: 9 }),
}
const makers = [process.versions['brotli'], process.versions.zlib, String(kinds.br), String(kinds.gz)].join('\n')

/**
 * Leaves a .br and a .gz beside every built text, so that the server sends small files without compressing at each
 * request. What was compressed before is taken from `cache`: that is a quarter of a build, and most files stay the same.
 */
export function precompress(folder: string, cache: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      // After the pages have been rendered.
      order: 'post',
      sequential: true,
      handler: () => compressAll(folder, cache),
    },
  }
}

/** Exported for its test. */
export function compressAll(folder: string, cache: string): void {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // What is rendered ahead is completed, and compressed, by the server.
    if (!text.test(name) || name.startsWith(prerendered)) continue
    const path = join(folder, name)
    const content = readFileSync(path)
    if (content.length < worthwhile) continue
    const of = createHash('sha256').update(makers).update(content).digest('hex')
    for (const [kind, make] of Object.entries(kinds)) {
      const kept = join(cache, `${of}.${kind}`)
      if (existsSync(kept)) utimesSync(kept, new Date(), new Date())
      else write(kept, make(content))
      copyFileSync(kept, `${path}.${kind}`)
    }
  }
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path)
  }
}

/** Whole or not at all, as builds may run side by side, or be ended. */
function write(path: string, content: Buffer): void {
  const own = `${path}.${process.pid}`
  writeFileSync(own, content)
  renameSync(own, path)
}
