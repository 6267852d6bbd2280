import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { prerendered } from './prerender.ts'

const text = /\.(js|css|svg|html)$/
/** Below this (bytes) the headers weigh as much as what is saved. */
const worthwhile = 1024

/**
 * Leaves a .br and a .gz beside every built text, so that the server sends small files without compressing at each
 * request.
 */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      // After the pages have been rendered.
      order: 'post',
      sequential: true,
      handler: () => compressAll(folder),
    },
  }
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // What is rendered ahead is completed, and compressed, by the server.
    if (!text.test(name) || name.startsWith(prerendered)) continue
    const path = join(folder, name)
    const content = readFileSync(path)
    if (content.length < worthwhile) continue
    const quality = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
