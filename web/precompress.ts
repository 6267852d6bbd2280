import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

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
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!text.test(name)) continue
        const path = join(folder, name)
        const content = readFileSync(path)
        if (content.length < worthwhile) continue
        const quality = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
