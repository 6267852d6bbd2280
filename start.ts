import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm start`: the bundle, when `npm run build` has made one of these very sources; else the sources themselves,
 * which take twice as long to start.
 */
const root = import.meta.dirname
const bundle = join(root, 'dist/server/main.js')
const sources = join(root, 'src')

const changedAt = (file: string) => statSync(file).mtimeMs
const inputs = () => [
  join(root, 'package-lock.json'),
  ...readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.includes('.test.'))
    .map(name => join(sources, name)),
]
const isFresh = existsSync(bundle) && inputs().every(file => changedAt(file) <= changedAt(bundle))

// Told to stop, npm ends its shell, and the shell does not tell us.
const shell = process.ppid
if (process.env['npm_lifecycle_event'] === 'start')
  setInterval(() => process.ppid !== shell && process.kill(process.pid, 'SIGTERM'), 500).unref()

await import(isFresh ? bundle : join(sources, 'main.ts'))
