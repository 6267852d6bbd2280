import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { guildsOfOwner } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { becomesHealthy, startProduct } from '#sandbox/demo/product.ts'
import { protectHome } from '#sandbox/demo/protect.ts'
import { createSandbox } from '#sandbox/server.ts'
import { browserPath } from '../e2e/browser.ts'
import setUp from '../e2e/build.ts'
import { createVisitor } from '../visitor.ts'
import { measure } from './measure.ts'
import { pages } from './pages.ts'
import { asPage, asTable, medianOf, misses, type Row } from './report.ts'

/**
 * `npm run lighthouse`: measures the public pages and the dashboard's first page in the demo with Lighthouse, as a
 * phone loads them. Prints a table, writes docs/lighthouse.md with `--write`, and exits with 1 if a page misses its
 * target.
 */
const looks = 3
const startLimitMs = 60_000

async function aPort(): Promise<number> {
  const port = await freePort(0)
  if (port === undefined) throw new Error('this machine has no free port')
  return port
}

await setUp()
const dataDir = mkdtempSync(join(tmpdir(), 'palisade-lighthouse-'))
const port = await aPort()
const dashboard = `http://localhost:${port}`
const sandbox = await createSandbox({ port: await aPort(), host: 'localhost', dashboardUrl: dashboard })
const product = startProduct(sandbox, { dashboard, port, dataDir })
const orders = await aPort()
// Unlike the tests' own browser, this one has its optimizing compilers, like people's browsers.
const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${orders}`],
})
const rows: Row[] = []
try {
  const start = await becomesHealthy(dashboard, product, startLimitMs)
  if (start !== 'healthy') throw new Error(`the product is not ready: ${start}`)
  await protectHome(sandbox, dashboard)
  const owner = createVisitor(sandbox, new URL(dashboard))
  await owner.signIn('owner')
  const guildId = guildsOfOwner(sandbox)[0]?.guild.id ?? ''
  for (const page of pages) {
    const headers: Record<string, string> = page.signedIn ? { cookie: owner.cookies() } : {}
    const seen = []
    for (let look = 0; look < looks; look += 1)
      seen.push(await measure(`${dashboard}${page.path(guildId)}`, orders, headers))
    rows.push({ page, found: medianOf(seen) })
  }
} finally {
  await browser.close()
  await product.stop()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
}

const missed = rows.flatMap(misses)
process.stdout.write(`${[asTable(rows), ...missed].join('\n')}\n`)
if (process.argv.includes('--write'))
  writeFileSync(resolve(import.meta.dirname, '../../docs/lighthouse.md'), asPage(rows, looks, new Date()))
process.exit(missed.length > 0 ? 1 : 0)
