import { mkdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const othersMayWrite = 0o022

/**
 * Keeps what V8 made of the bundle beside it, so that later starts need not compile it again. What lies there is run as
 * it is: so only in a folder of our own to which nobody else can write; without one, everything is compiled anew.
 */
function keepCompiled(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true })
    const { uid, mode } = statSync(folder)
    if (uid === process.getuid?.() && (mode & othersMayWrite) === 0) enableCompileCache(folder)
  } catch {
    // A read-only image: nothing is lost but a third of a second.
  }
}

/**
 * Of what a start makes most stays: it needs no larger young generation, which a quiet bot would hold for good. It grows once
 * there is work (`src/kernel/young-generation.ts`). Only where whoever starts it says how small it may be.
 */
if (process.execArgv.some(option => option.startsWith('--min-semi-space-size=')))
  setFlagsFromString('--semi-space-growth-factor=1')

/** Where the server begins as a bundle (`dist/server/main.js`); as sources it begins with `main.ts`. */
keepCompiled(join(import.meta.dirname, 'compiled'))
await import('./main.ts')
