import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = join(import.meta.dirname, 'src')

/** The server, as `build.ts` makes it. */
export const bundle = join(import.meta.dirname, 'dist/server/main.js')

const changedAt = (file: string) => statSync(file).mtimeMs
const inputs = () => [
  join(import.meta.dirname, 'package-lock.json'),
  join(import.meta.dirname, 'build.ts'),
  join(import.meta.dirname, 'as-function.ts'),
  join(import.meta.dirname, 'ascii.ts'),
  ...readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.includes('.test.'))
    .map(name => join(sources, name)),
]

/** @returns whether there is a bundle, made of these very sources */
export const isFresh = (): boolean => existsSync(bundle) && inputs().every(file => changedAt(file) <= changedAt(bundle))
