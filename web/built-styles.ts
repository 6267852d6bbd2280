import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const styleImports = /^import\s*['"][^'"]+\.css['"];?\n?/gm

/**
 * Removes style sheet imports from a page's route module, so that only the file of its component imports them. The
 * router splits a page's module in two, and the half with the route, which is in the first script, would otherwise keep
 * the imports: every page would load the styles of all pages.
 */
export function pageStyles(): Plugin {
  return {
    name: 'page-styles',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx(\?tsr-shared.*)?$/ },
      handler: (code, id) =>
        id.includes('?') || code.includes('createFileRoute(')
          ? { code: code.replace(styleImports, ''), map: null }
          : null,
    },
  }
}

/**
 * Puts the order of the cascade layers, the first line of tokens.css, at the beginning of every built style sheet: a
 * browser uses the order it reads first, often from a shared chunk's style sheet.
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
