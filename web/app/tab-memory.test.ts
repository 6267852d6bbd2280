import { afterEach, expect, test, vi } from 'vitest'
import { tabMemory } from './tab-memory.ts'

afterEach(() => {
  tabMemory.clear()
  vi.unstubAllGlobals()
})

/** A browser's store, with room for so many entries. */
function store(room: number) {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    removeItem: (name: string) => void delete kept[name],
    setItem(name: string, text: string) {
      if (Object.keys(kept).length >= room) throw new Error('QuotaExceededError')
      kept[name] = text
    },
  }
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor(kept, name),
    }),
  )
  return kept
}

test('text for which there is no room replaces an older one, and is remembered until the page is reloaded', () => {
  store(1)
  tabMemory.write('draft', 'Hello')
  tabMemory.write('press', 'warn')
  expect([tabMemory.read('draft'), tabMemory.read('press')]).toEqual(['Hello', 'warn'])
  tabMemory.write('press', '')
  expect(tabMemory.read('press')).toBe('')
})

test('without storage, texts are remembered until the page is reloaded', () => {
  vi.stubGlobal('sessionStorage', undefined)
  tabMemory.write('draft', 'Hello')
  expect(tabMemory.read('draft')).toBe('Hello')
  tabMemory.clear()
  expect(tabMemory.read('draft')).toBe('')
})

test('another account cannot read it, the same one can, and other data in the storage stays', () => {
  const kept = store(10)
  kept['redirectAfterLogin'] = '/selector'
  tabMemory.setOwner('1')
  tabMemory.write('draft', 'Hello')
  tabMemory.setOwner('1')
  expect(tabMemory.read('draft')).toBe('Hello')
  tabMemory.setOwner('2')
  expect(tabMemory.read('draft')).toBe('')
  expect(kept['redirectAfterLogin']).toBe('/selector')
})
