import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { bundle, isFresh } from './bundle.ts'

/**
 * `npm start`: the bundle, when `npm run build` has made one of these very sources; else the sources themselves,
 * which take twice as long to start. Variables that are not set may be in a file `.env` here.
 */
const main = isFresh() ? bundle : './src/main.ts'

/** Editors on Windows begin a file with a mark, which would be part of the first name, or write two bytes a character. */
function readVariables(file: string): void {
  const bytes = readFileSync(file)
  const text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}

if (existsSync('.env'))
  try {
    readVariables('.env')
  } catch (error) {
    process.stderr.write(`.env cannot be read: ${error instanceof Error ? error.message : String(error)}.\n`)
    process.exit(2)
  }

// Told to stop, npm ends its shell, and the shell does not tell us.
const shell = process.ppid
if (process.env['npm_lifecycle_event'] === 'start')
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref()

await import(main)
