import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Where the server begins as a bundle (`dist/server/main.js`); as sources it begins with `main.ts`. */
const folder = import.meta.dirname
const othersMayWrite = 0o022
/** Two checksums stand before what V8 made: of the script and of what follows. */
const headerBytes = 8

/**
 * A folder beside the bundle for what V8 made of it, so that later starts need not compile it again. What lies there is run
 * as it is: so only one of our own to which nobody else can write.
 * @returns undefined where there is none, as in a read-only image: then everything is compiled anew
 */
function folderForCompiled(): string | undefined {
  const found = join(folder, 'compiled')
  try {
    mkdirSync(found, { mode: 0o700, recursive: true })
    const { uid, mode } = statSync(found)
    return uid === process.getuid?.() && (mode & othersMayWrite) === 0 ? found : undefined
  } catch {
    // Nothing is lost but half a second.
    return undefined
  }
}

/** @returns what was kept of this very script, whole */
function readCompiled(file: string, source: string): Buffer | undefined {
  try {
    const kept = readFileSync(file)
    const compiled = kept.subarray(headerBytes)
    return kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(compiled) ? compiled : undefined
  } catch {
    return undefined
  }
}

function writeCompiled(file: string, source: string, compiled: Buffer): void {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(crc32(source), 0)
  header.writeUInt32LE(crc32(compiled), 4)
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, Buffer.concat([header, compiled]))
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

interface Loaded {
  exports: unknown
}

/**
 * Runs the files of the bundle, which are functions like those that Node makes of CommonJS modules. Of a module, Node keeps
 * only what V8 compiles along with it, and functions are compiled when they are first called. Of a script all can be kept
 * that has been compiled by the time the bot is ready.
 * @param compiled where that is kept
 */
function scripts(compiled: string | undefined): { load: (name: string) => unknown; keep: () => Promise<void> } {
  const fromOutside = createRequire(import.meta.url)
  const loaded = new Map<string, Loaded>()
  const fresh: (() => void)[] = []
  let isReady = false
  function load(name: string): unknown {
    const known = loaded.get(name)
    if (known) return known.exports
    const filename = join(folder, name)
    const source = readFileSync(filename, 'latin1')
    const file = compiled && join(compiled, `${name}.${cachedDataVersionTag().toString(16)}`)
    const cachedData = file === undefined ? undefined : readCompiled(file, source)
    const script = new Script(source, {
      filename,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (file !== undefined && (!cachedData || script.cachedDataRejected))
      fresh.push(() => writeCompiled(file, source, script.createCachedData()))
    const module: Loaded = { exports: {} }
    loaded.set(name, module)
    const run = script.runInThisContext() as (...given: unknown[]) => void
    run(module.exports, require, module, filename, folder)
    if (isReady) void keep()
    return module.exports
  }
  const require = Object.assign(
    (id: string) => (id.startsWith('./') ? load(id.slice(2)) : (fromOutside(id) as unknown)),
    { resolve: fromOutside.resolve },
  )
  async function keep(): Promise<void> {
    isReady = true
    for (const write of fresh.splice(0)) {
      await turn()
      try {
        write()
      } catch {
        // A full disk, for one: the next start compiles it again.
      }
    }
  }
  return { load, keep }
}

/**
 * Of what a start makes most stays: it needs no larger young generation, which a quiet bot would hold for good. It grows once
 * there is work (`src/kernel/young-generation.ts`). Only where whoever starts it says how small it may be.
 */
if (process.execArgv.some(option => option.startsWith('--min-semi-space-size=')))
  setFlagsFromString('--semi-space-growth-factor=1')

const compiled = folderForCompiled()
// For packages that lie beside the bundle, which Node loads.
if (compiled !== undefined) enableCompileCache(compiled)
const { load, keep } = scripts(compiled)
const { ready } = load('program.js') as typeof import('./main.ts')
void ready.then(keep)
