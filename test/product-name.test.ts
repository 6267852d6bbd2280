import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files that may contain the product's name: its default name, and places that mean this program itself. */
const named = [
  'src/kernel/config.ts',
  'src/kernel/contract.ts',
  'src/kernel/http/documents.ts',
  'src/kernel/notify-unkept.ts',
  'src/kernel/pictures/load-picture.ts',
  'src/kernel/transfer/read-file.ts',
  'web/app/queries.ts',
  'web/prerender.ts',
  'web/site/landing/sample-messages.ts',
  'web/site/pages/faq.tsx',
  'web/site/pages/invite.tsx',
  'web/site/pages/premium.tsx',
  'web/ui/logo.tsx',
]
const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '')

test('the operator names the bot: no text calls it by its default name', () => {
  const found = ['src', 'web'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => `${root}/${path}`)
      .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .filter(path => withoutComments(readFileSync(path, 'utf8')).includes('Palisade')),
  )
  expect(found.toSorted()).toEqual(named)
})
