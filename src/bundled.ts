import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/**
 * The folder of the bundle (`dist/server`), whose entry point this is. From sources, the server starts with `main.ts`.
 */
const folder = import.meta.dirname
const othersMayWrite = 0o022
/** A kept file begins with two CRC-32 checksums: of the script, and of the compiled code that follows. */
const headerBytes = 8

/**
 * Finds or makes a folder beside the bundle for code that V8 has compiled, so that later starts need not compile it
 * again. What is in it is executed unchecked, so it is used only if we own it and nobody else can write to it.
 * @returns undefined without such a folder, as in a read-only image: everything is then compiled at each start
 */
function folderForCompiled(): string | undefined {
  const found = join(folder, 'compiled')
  try {
    mkdirSync(found, { mode: 0o700, recursive: true })
    const { uid, mode } = statSync(found)
    return uid === process.getuid?.() && (mode & othersMayWrite) === 0 ? found : undefined
  } catch {
    // Without it, a start only takes half a second longer.
    return undefined
  }
}

/** @returns the compiled code that was kept for exactly this script; undefined if there is none or it is damaged */
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
 * Runs the files of the bundle, each a function like those that Node makes from CommonJS modules. For a module, Node
 * caches only what V8 compiles up front, while most functions are compiled on their first call. For a script,
 * everything that has been compiled by the time the bot is ready can be cached.
 * @param compiled the folder of that cache
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
        // Such as a full disk: the next start compiles it again.
      }
    }
  }
  return { load, keep }
}

/**
 * Most of what is allocated during a start lives on, so the start needs no larger young generation, which a quiet bot
 * would never give back. It grows once there is work (`src/kernel/young-generation.ts`). Only done if the command line
 * sets the smallest size.
 */
if (process.execArgv.some(option => option.startsWith('--min-semi-space-size=')))
  setFlagsFromString('--semi-space-growth-factor=1')

const compiled = folderForCompiled()
// For packages beside the bundle, which Node loads itself.
if (compiled !== undefined) enableCompileCache(compiled)
const { load, keep } = scripts(compiled)
const { ready } = load('program.js') as typeof import('./main.ts')
void ready.then(keep)
