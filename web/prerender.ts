import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { fromContracts } from '../from-contracts.ts'
import { type PageFiles, pageFilesName } from './page-files.ts'
import type * as Rendering from './prerender/render.tsx'

/** The folder of prerendered pages, within the build's output. */
export const prerendered = 'prerendered'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** @throws Error if the document does not match */
function replaced(html: string, what: RegExp, by: string): string {
  if (!what.test(html)) throw new Error(`index.html has no ${what}`)
  return html.replace(what, () => by)
}

/** Returns the style sheet links of a page, which nothing else would load without scripts. */
function stylesOf(folder: string, html: string): (path: string) => string {
  const pages = JSON.parse(readFileSync(join(folder, pageFilesName), 'utf8')) as PageFiles[]
  return path => {
    const { files = [] } = pages.find(({ address }) => new RegExp(address).test(path)) ?? {}
    const styles = files.filter(
      ({ name, media }) => name.endsWith('.css') && media === undefined && !html.includes(name),
    )
    return styles.map(({ name }) => `    <link rel="stylesheet" crossorigin href="/${name}">\n`).join('')
  }
}

interface Rendered {
  content: string
  styles: string
}

/** The document with a page in it: its title, description and content. */
const pageIn = (
  html: string,
  { title, description }: Pick<Rendering.PrerenderedPage, 'title' | 'description'>,
  { content, styles }: Rendered,
): string =>
  [
    [/<title>[^<]*<\/title>/, `<title>${title === undefined ? '' : `${escaped(title)} · `}Palisade</title>`] as const,
    [/(?<=<meta name="description" content=")[^"]*/, escaped(description)] as const,
    // Before the content is inserted, which has its own <noscript>.
    [/\s*<noscript>.*?<\/noscript>/s, ''] as const,
    [/<div id="root"><\/div>/, `<div id="root">${content}</div>`] as const,
    [/ *<\/head>/, `${styles}  </head>`] as const,
  ].reduce((text, [what, by]) => replaced(text, what, by), html)

/**
 * After the build, renders the pages that are the same for everybody and writes them to `prerendered/`, from which
 * `src/kernel/http/pages.ts` serves them: they can be read before any script has run, and without scripts.
 */
export function prerender(folder: string): Plugin {
  const program = join(folder, '../prerender')
  return {
    name: 'prerender',
    apply: config => config.build?.ssr === undefined,
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'error',
        plugins: [fromContracts()],
        publicDir: false,
        build: {
          ssr: join(import.meta.dirname, 'prerender/render.tsx'),
          outDir: program,
          emptyOutDir: true,
          assetsInlineLimit: 0,
          target: 'node22',
          rolldownOptions: { output: { entryFileNames: 'render.js' } },
        },
      })
      const { pages, render } = (await import(
        `${pathToFileURL(join(program, 'render.js')).href}?${Date.now()}`
      )) as typeof Rendering
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const styles = stylesOf(folder, html)
      for (const page of pages) {
        const file = join(folder, prerendered, `${page.path.slice(1) || 'index'}.html`)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, pageIn(html, page, { content: await render(page.path), styles: styles(page.path) }))
      }
      rmSync(program, { recursive: true })
    },
  }
}
