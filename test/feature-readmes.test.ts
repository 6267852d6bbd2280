import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The most files that a feature may have without a README. Decision 22: beyond that, file names alone no longer show
 * what comes in, who decides and what goes out.
 */
const mostWithout = 20

const features = readdirSync('src/features', { withFileTypes: true }).filter(entry => entry.isDirectory())
const large = features.flatMap(({ name }) => {
  const within = readdirSync(`src/features/${name}`, { recursive: true, encoding: 'utf8' })
  return within.filter(path => /(?<!\.test)\.ts$/.test(path)).length > mostWithout ? [name] : []
})

test.each(large)('%s has a README that names each of its folders, and no others', name => {
  const readme = readFileSync(`src/features/${name}/README.md`, 'utf8')
  const folders = readdirSync(`src/features/${name}`, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const told = [...readme.matchAll(/^\| (`.+?)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z-]+)\//g)].map(([, folder]) => folder),
  )
  expect(new Set(told)).toEqual(new Set(folders.map(folder => folder.name)))
})
