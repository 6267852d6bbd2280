import { resolve } from 'node:path'
import { areOutdated, build, everyPage } from '#sandbox/demo/pages.ts'
import { browserPath } from './browser.ts'

/** Runs once before the browser tests: builds pages that are missing or outdated, and unpacks the browser. */
export default async function setUp(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  for (const pages of everyPage) if (areOutdated(pages, root)) await build(pages, root, new AbortController().signal)
  await browserPath()
}
