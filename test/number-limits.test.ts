import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The schema of a number, with its limits and what is said about them, but not what describes it. */
const numbers = /\bz\s*\.(?:int|number)\([^()]*\)(?:\s*\.(?!meta)\w+\((?:[^()]|\([^()]*\))*\))*/g
const sentences = /'([^']*)'|`([^`]*)`/g

test('whoever enters a wrong number is told what to enter', () => {
  const contracts = globSync('src/**/contract.ts')
  const told = contracts.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(numbers)].flatMap(([schema]) =>
      [...schema.matchAll(sentences)].map(([, one, other]) => `${path}: ${one ?? other}`),
    ),
  )
  expect(told.length).toBeGreaterThan(10)
  expect(told.filter(sentence => !/: (?:Enter|Choose) /.test(sentence))).toEqual([])
})
