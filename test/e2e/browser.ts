import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import project from '../../package.json' with { type: 'json' }

/** Without these Chromium looks for update and sync servers at every start, and works ahead for pages that stay open. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--in-process-gpu',
  // A page lives for a second here: compiling it well, and tidying up after it, takes longer than it saves.
  '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --initial-heap-size=256 --min-semi-space-size=32 --max-semi-space-size=32',
]

let running: Browser | undefined

/**
 * The headless browser of this process, started when it is first asked for, or again when it has died: every test file
 * has profiles of its own in it. It ends with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launch()
  return running
}

/**
 * Starts a headless browser: `CHROMIUM_PATH`, or the one that comes with npm (Linux x64).
 * @sparticuz/chromium unpacks into TMPDIR and reuses what lies there, whatever its version: each version gets a folder
 * of its own.
 */
async function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await unpacked())
  return chromium.launch({ executablePath, args: quiet, headless: true })
}

async function unpacked(): Promise<string> {
  const version = project.devDependencies['@sparticuz/chromium']
  const folder = join(tmpdir(), `palisade-chromium-${version}`)
  mkdirSync(folder, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
