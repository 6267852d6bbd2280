import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const aliases = {
  '#contract': 'src/contract.ts',
  '#kit/': 'src/kit/',
  '#kernel/': 'src/kernel/',
  '#features/': 'src/features/',
}

/** A path inside the project, or the package's name. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/')
  const alias = Object.entries(aliases).find(([name]) => specifier.startsWith(name))
  return alias ? `${alias[1]}${specifier.slice(alias[0].length)}` : specifier
}

/** Everything that a file loads: its imports and theirs, except for types. */
function runsWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (!existsSync(file) || !file.startsWith('src/')) return found
  for (const [, names = '', name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) ([^']*?)from '([^']+)'/gm,
  )) {
    const given = names
      .replace(/[{}]/g, '')
      .split(',')
      .map(one => one.trim())
      .filter(Boolean)
    if (!names.startsWith('type ') && !given.every(one => one.startsWith('type '))) runsWith(resolve(file, name), found)
  }
  return found
}

/** Whether a module is missing in browsers, or should not be loaded there. */
const foreign = (target: string) => /^(node:|discord\.js$|lru-cache$|src\/kernel\/)/.test(target)

test('a feature’s code for browsers needs nothing that browsers do not have', () => {
  const entries = globSync('src/features/*/in-browser.ts')
  expect(entries).not.toEqual([])
  expect(entries.flatMap(entry => [...runsWith(entry)].filter(foreign).map(target => `${entry} -> ${target}`))).toEqual(
    [],
  )
  expect([...runsWith('src/features/automod/rules/evaluate.ts')].length).toBeGreaterThan(20)
  expect([...runsWith('src/features/automod/message/recent-messages.ts')].filter(foreign)).toContain('node:crypto')
})
