import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { environment } from '#kernel/config.ts'
import { switchesAtFirst } from '#kernel/guilds/new-server.ts'
import { exitCodes } from '#kit/errors.ts'
import { atFirst } from '#web/site/default-switches.ts'

const readme = readFileSync('README.md', 'utf8')

test('the table of variables matches the program', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, name, fallback, meaning]) => ({
    name,
    fallback,
    meaning: meaning?.replaceAll('`', ''),
  }))
  const expected = environment.map(({ name, fallback, required, meaning }) => ({
    name,
    fallback: required ? 'required' : name === 'SESSION_SECRET' ? 'generated' : fallback ? `\`${fallback}\`` : 'none',
    meaning,
  }))
  expect(rows).toEqual(expected)
})

test('every exit code is explained', () => {
  const sentence = /exit code says why: (.*)/.exec(readme)?.[1] ?? ''
  expect([...sentence.matchAll(/\b(\d) /g)].map(([, code]) => Number(code))).toEqual(Object.values(exitCodes))
})

test('the README lists the features that are on from the start', () => {
  expect(readme).toContain(atFirst(switchesAtFirst(features)))
})
