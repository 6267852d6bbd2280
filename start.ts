import { existsSync } from 'node:fs'
import { bundle, isFresh } from './bundle.ts'

/**
 * `npm start`: the bundle, when `npm run build` has made one of these very sources; else the sources themselves,
 * which take twice as long to start. Variables that are not set may be in a file `.env` here, as Compose reads it.
 */
const main = isFresh() ? bundle : './src/main.ts'

if (existsSync('.env'))
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    process.stderr.write(`.env cannot be read: ${error instanceof Error ? error.message : String(error)}.\n`)
    process.exit(2)
  }

// Told to stop, npm ends its shell, and the shell does not tell us.
const shell = process.ppid
if (process.env['npm_lifecycle_event'] === 'start')
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref()

await import(main)
