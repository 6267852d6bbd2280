import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { wide } from './ui/use-media.ts'

/** The build's output for the server: the files that each page needs besides those in index.html. */
export const pageFilesName = 'pages.json'

export interface PageFiles {
  /** A regular expression for the page's path: `^/manage/[^/]+/basic$`. */
  address: string
  /** With `media` if only some screens need it from the start. */
  files: { name: string; media?: string }[]
}

/**
 * The route that a file declares, '/manage/$guildId/progression_/leaderboard', and whether other routes are nested in
 * it.
 */
function routeIn(file: string): { route: string; isLayout: boolean } | undefined {
  const source = readFileSync(file, 'utf8')
  const route = /createFileRoute\('([^']+)'\)/.exec(source)?.[1]
  return route === undefined ? undefined : { route, isLayout: source.includes('<Outlet') }
}

/** A regular expression for a route's path: a parameter matches one segment, a `$` at the end any number of them. */
const addressOf = (route: string) =>
  `^${route
    .replace(/(?<=.)\/$/, '')
    .replaceAll(/_(?=\/|$)/g, '')
    .replace(/\$$/, '.*')
    .replaceAll(/\$\w+/g, '[^/]+')}$`

/**
 * Writes the list of files of each page, so that a browser can load them together with the first script instead of
 * after it has run. See `src/kernel/http/pages.ts`.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    // With the font preloaded, text is drawn once in the right font, not twice, which would move what is below it.
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter(name => name.includes('/geist-latin-wght-normal'))
          .map(name => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head',
          })),
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
      const allOf = (name: string, found = new Set<string>()): Set<string> => {
        const chunk = byName.get(name)
        if (!chunk || found.has(name)) return found
        found.add(name)
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
        for (const other of chunk.imports) allOf(other, found)
        return found
      }
      const named = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...allOf(fileName)]))

      const routes = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const [file = '', part] = facadeModuleId?.split('?') ?? []
        const route = part === 'tsr-split=component' ? routeIn(file) : undefined
        return route ? [{ ...route, fileName, later: byName.get(fileName)?.dynamicImports ?? [] }] : []
      })
      const pages = routes.map(({ route }): PageFiles => {
        const inside = routes.filter(
          other => other.route === route || (other.isLayout && route.startsWith(`${other.route}/`)),
        )
        const files = new Set(inside.flatMap(({ fileName }) => [...allOf(fileName)]))
        // The only thing that a layout imports dynamically is its sidebar, which narrow screens hide.
        const beside = inside.filter(({ isLayout }) => isLayout).flatMap(({ later }) => later)
        const ofWide = [...new Set(beside.flatMap(name => [...allOf(name)]))].filter(name => !files.has(name))
        const all = [...[...files].map(name => ({ name })), ...ofWide.map(name => ({ name, media: wide }))]
        return { address: addressOf(route), files: all.filter(({ name }) => !named.has(name)) }
      })
      // A literal path comes before one with parameters.
      const vague = ({ address }: PageFiles) => address.split(/\[\^\/\]\+|\.\*/).length
      this.emitFile({
        type: 'asset',
        fileName: pageFilesName,
        source: JSON.stringify(pages.toSorted((a, b) => vague(a) - vague(b) || a.address.localeCompare(b.address))),
      })
    },
  }
}
