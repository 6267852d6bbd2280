import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const styleImports = /^import\s*['"][^'"]+\.css['"];?\n?/gm

/**
 * Leaves a page's style sheets to the file of its component. The router cuts a page's module in two, and the half that
 * says where the page is, which comes with the first script, would keep them: every page loaded the styles of all.
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
