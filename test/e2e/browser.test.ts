import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { browserPath, sharedBrowser } from './browser.ts'

/** Where a test has given up waiting for its browser, the next one asks for it meanwhile. */
test('whoever asks for the browser at the same time gets the same one, and nobody’s files come into its folder', async () => {
  const folder = tmpdir()
  const paths = [browserPath(), browserPath()]
  expect(tmpdir()).toBe(folder)
  const [path, same] = await Promise.all(paths)
  expect(same).toBe(path)
  const [browser, other] = await Promise.all([sharedBrowser(), sharedBrowser()])
  expect(other).toBe(browser)
})
