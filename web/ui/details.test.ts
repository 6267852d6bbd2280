import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')

test('what unfolds has the same marker everywhere; only the questions of the FAQ are whole rows', async () => {
  const files = globSync('**/*.tsx', { cwd: web })
  const own = await Promise.all(
    files.map(async file => ((await readFile(join(web, file), 'utf8')).includes('<details') ? [file] : [])),
  )
  expect(own.flat().toSorted()).toEqual(['site/faq/answers.tsx', 'ui/details.tsx'])
})
