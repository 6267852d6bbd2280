import { mkdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

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

/** Where the server begins as a bundle (`dist/server/main.js`); as sources it begins with `main.ts`. */
keepCompiled(join(import.meta.dirname, 'compiled'))
await import('./main.ts')
