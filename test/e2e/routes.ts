import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written by the router from the files in `pages/` and type-checked, so new pages are in it automatically. */
const tree = readFileSync(join(import.meta.dirname, '../../web/routeTree.gen.ts'), 'utf8')

/** One documentation page of each kind. */
const docsPages = ['ticket-system', 'utility-commands', 'music-player', 'hosting']

/**
 * The addresses of the dashboard's pages, with `:id` for a server. One address of each kind stands for the pages that
 * do not exist. `below` limits them to one part, such as '/manage/'.
 * @throws Error when the router writes its file in another format
 */
export function routes(below = '/'): string[] {
  const [, listed = ''] = /^ {2}to:\n((?: {4}\| '.*'\n)+)/m.exec(tree) ?? []
  const found = [...listed.matchAll(/'(.*)'/g)].map(([, path = '']) => path)
  if (!found.includes('/manage/$guildId/dashboard')) throw new Error('no pages in web/routeTree.gen.ts')
  return (
    [...found, ...docsPages.map(page => `/docs/${page}`), '/no/such/page']
      .filter(path => path !== '/docs/$page')
      .map(path => path.replace('$guildId', ':id').replace(/\$$/, 'no/such/page'))
      // A server's own address only redirects to one of its pages.
      .filter(path => path.startsWith(below) && path !== '/manage/:id')
  )
}
