import { resolve } from 'node:path'
import { areOld, build, everyPage } from '#sandbox/demo/pages.ts'

/** Once before the browser tests: pages that are missing or older than their sources are built. */
export default async function setUp(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  for (const pages of everyPage) if (areOld(pages, root)) await build(pages, root, new AbortController().signal)
}
