import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { wide } from './ui/use-media.ts'

/** What the server reads: the files that each page needs besides those that index.html names. */
export const pageFilesName = 'pages.json'

export interface PageFiles {
  /** A regular expression for the address: `^/manage/[^/]+/basic$`. */
  address: string
  /** With `media` where only some screens need it at once. */
  files: { name: string; media?: string }[]
}

/** What a route's file says of it: '/manage/$guildId/progression_/leaderboard', and whether others are inside it. */
function routeIn(file: string): { route: string; isLayout: boolean } | undefined {
  const source = readFileSync(file, 'utf8')
  const route = /createFileRoute\('([^']+)'\)/.exec(source)?.[1]
  return route === undefined ? undefined : { route, isLayout: source.includes('<Outlet') }
}

/** The address of a route: its parameters stand for one step, `$` at its end for any number of them. */
const addressOf = (route: string) =>
  `^${route
    .replace(/(?<=.)\/$/, '')
    .replaceAll(/_(?=\/|$)/g, '')
    .replace(/\$$/, '.*')
    .replaceAll(/\$\w+/g, '[^/]+')}$`

/**
 * Writes down which files each page is made of, so that a browser can load them together with the first script instead
 * of after it has run. See `src/kernel/http/pages.ts`.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    // Text is drawn once with the right letters instead of twice, moving what is below it.
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
        // What a layout imports by itself is its sidebar, which narrow screens hide.
        const beside = inside.filter(({ isLayout }) => isLayout).flatMap(({ later }) => later)
        const ofWide = [...new Set(beside.flatMap(name => [...allOf(name)]))].filter(name => !files.has(name))
        const all = [...[...files].map(name => ({ name })), ...ofWide.map(name => ({ name, media: wide }))]
        return { address: addressOf(route), files: all.filter(({ name }) => !named.has(name)) }
      })
      // An address that is written out comes before one with parameters.
      const vague = ({ address }: PageFiles) => address.split(/\[\^\/\]\+|\.\*/).length
      this.emitFile({
        type: 'asset',
        fileName: pageFilesName,
        source: JSON.stringify(pages.toSorted((a, b) => vague(a) - vague(b) || a.address.localeCompare(b.address))),
      })
    },
  }
}
