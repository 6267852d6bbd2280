import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The ways in which a browser test can read an element that the page may still be changing. */
const read =
  /\.(?:allInnerTexts|allTextContents|count|getAttribute|innerText|inputValue|isChecked|isDisabled|isEnabled|isHidden|isVisible|textContent)\(|activeElement|naturalWidth/
const expectations = /expect\(([^]*?)\)\s*\.(?:not\.)?to[A-Z]/g

/** A value that was read once and is compared a line or two later. */
const kept = /const (\w+) = [^\n]*\bawait\b([^\n]*)\n(?:[^\n]*\n){0,2}?\s*expect\(\1\b[^\n]*/g

test('browser tests poll the page for what they expect, so none depends on how fast it is drawn', () => {
  const files = readdirSync('test/e2e').filter(name => name.endsWith('.test.ts'))
  const once = files.flatMap(name => {
    const text = readFileSync(`test/e2e/${name}`, 'utf8')
    return [
      ...[...text.matchAll(expectations)].filter(([, asked]) => asked?.includes('await ') && read.test(asked)),
      ...[...text.matchAll(kept)].filter(([, , asked = '']) => read.test(asked)),
    ].map(([found]) => `${name}: ${found}`)
  })
  expect(files.length).toBeGreaterThan(40)
  expect(once).toEqual([])
})

test('browser tests change the network only through network.ts, so no request escapes', () => {
  const past = readdirSync('test/e2e')
    .filter(name => name !== 'network.ts')
    .filter(name => /\.(?:route|context\(\)\.setOffline)\(/.test(readFileSync(`test/e2e/${name}`, 'utf8')))
  expect(past).toEqual([])
})
