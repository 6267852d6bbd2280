import { resolve } from 'node:path'
import { areOld, build, everyPage } from '#sandbox/demo/pages.ts'
import { browserPath } from './browser.ts'

/** Once before the browser tests: pages that are missing or older than their sources are built, and the browser is unpacked. */
export default async function setUp(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  for (const pages of everyPage) if (areOld(pages, root)) await build(pages, root, new AbortController().signal)
  await browserPath()
}
