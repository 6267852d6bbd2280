import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts the cascade layers' order, the first line of tokens.css, in front of every style sheet that is built: a browser
 * takes the order from whichever it reads first, and that is often a shared chunk's.
 */
export function layerOrder(): Plugin {
  const [order] = readFileSync(join(import.meta.dirname, 'ui/tokens.css'), 'utf8').split('\n', 1)
  return {
    name: 'layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle))
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = `${order}${String(asset.source)}`
    },
  }
}
