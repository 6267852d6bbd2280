import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { browserPath, sharedBrowser } from './browser.ts'

/** If one test gives up waiting for its browser, the next one asks for it in the meantime. */
test('tests that ask for the browser at the same time get the same one, and no other files end up in its folder', async () => {
  const folder = tmpdir()
  const paths = [browserPath(), browserPath()]
  expect(tmpdir()).toBe(folder)
  const [path, same] = await Promise.all(paths)
  expect(same).toBe(path)
  const [browser, other] = await Promise.all([sharedBrowser(), sharedBrowser()])
  expect(other).toBe(browser)
})
