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
