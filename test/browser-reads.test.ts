import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What a browser test can read of an element that the page may still be changing. */
const read =
  /\.(?:allInnerTexts|allTextContents|count|getAttribute|innerText|inputValue|isChecked|isDisabled|isEnabled|isHidden|isVisible|textContent)\(/
const expectations = /expect\(([^]*?)\)\s*\.(?:not\.)?to[A-Z]/g

test('browser tests ask a page until it says what they expect, so that none hangs on how fast it was drawn', () => {
  const files = readdirSync('test/e2e').filter(name => name.endsWith('.test.ts'))
  const once = files.flatMap(name =>
    [...readFileSync(`test/e2e/${name}`, 'utf8').matchAll(expectations)]
      .filter(([, asked]) => asked?.includes('await ') && read.test(asked))
      .map(([text]) => `${name}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(once).toEqual([])
})
