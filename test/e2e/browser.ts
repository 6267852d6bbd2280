import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import project from '../../package.json' with { type: 'json' }
import { scratch } from '../scratch.ts'

const version = project.devDependencies['@sparticuz/chromium']

/**
 * Without these, Chromium contacts update and sync servers at every start, and does work in advance for pages that stay
 * open.
 */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--in-process-gpu',
  // A page lives for a second here, so compiling it well and collecting its garbage, or marking it ahead of time, would
  // take longer than they save.
  '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --no-incremental-marking --initial-heap-size=256 --min-semi-space-size=32 --max-semi-space-size=32',
]

let running: Promise<Browser> | undefined

/**
 * The headless browser of this process. It is started on first use, and again if it has crashed; every test file has
 * its own profiles in it. It ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  running ??= launch()
  return running
}

/**
 * The path of the browser: `CHROMIUM_PATH`, or the one that comes with npm (Linux x64), unpacked once for each version.
 */
export async function browserPath(): Promise<string> {
  return process.env['CHROMIUM_PATH'] ?? (await unpacked())
}

async function launch(): Promise<Browser> {
  const again = () => {
    running = undefined
  }
  try {
    const browser = await chromium.launch({
      executablePath: await browserPath(),
      args: quiet,
      headless: true,
      // Its processes exchange what they draw in files there; on a disk, that is a quarter of the kernel's work.
      env: { ...process.env, TMPDIR: scratch },
    })
    browser.once('disconnected', again)
    return browser
  } catch (error) {
    again()
    throw error
  }
}

/**
 * The browser that comes with npm. It is unpacked into a temporary folder that is then renamed, because another process
 * may be waiting for it, and Linux does not execute a file that is still being written.
 */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `palisade-chromium-${version}`)
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`)
    await unpackInto(own)
    try {
      renameSync(own, folder)
    } catch (error) {
      rmSync(own, { recursive: true })
      // Another process was faster and has put the same files there.
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'chromium')
}

/** Unpacks the browser. @sparticuz/chromium unpacks into TMPDIR, so that is changed for the whole process meanwhile. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
