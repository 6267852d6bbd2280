import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Pages that a browser loads: their sources, and the built file whose age is compared with them. */
export interface Pages {
  name: string
  built: string
  sources: readonly string[]
  /** Arguments of `vite`. */
  build: readonly string[]
}

export const everyPage: readonly Pages[] = [
  {
    name: "the dashboard's pages",
    built: 'dist/web/index.html',
    sources: [
      'web',
      'src',
      'docs/guides',
      'docs/hosting.md',
      'docs/operator.md',
      'docs/premium.md',
      'docs/backup.md',
      'from-contracts.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
    build: ['build'],
  },
  {
    name: "the stage's pages",
    built: 'dist/stage/index.html',
    sources: ['sandbox/stage', 'sandbox/world', 'web/ui', 'package-lock.json'],
    build: ['build', 'sandbox/stage'],
  },
]

/**
 * Files that do not count as sources: generated ones are newer than the build's output, and tests are not part of a
 * page.
 */
const ignored = /(\.gen\.ts|\.test\.tsx?)$/

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const entry = statSync(path)
  if (!entry.isDirectory()) return ignored.test(path) ? 0 : entry.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(`${path}/${name}`)), 0)
}

/** @returns whether pages are missing or older than anything they are built from. Paths are below `root`. */
export function areOutdated(pages: Pages, root: string): boolean {
  const built = `${root}/${pages.built}`
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  return pages.sources.some(source => newest(`${root}/${source}`) > mtimeMs)
}

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))

/**
 * Builds pages. @throws Error when the build fails (its output has been shown by then); AbortError when the signal ends
 * it
 */
export async function build(pages: Pages, root: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [vite, ...pages.build, '--logLevel', 'error'], {
    cwd: root,
    // Always a production build, even when the caller's environment, such as a test's, says otherwise.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
    signal,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Building ${pages.name} failed; the reason is above.`)
}
