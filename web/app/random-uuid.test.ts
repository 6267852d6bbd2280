import { afterEach, expect, test, vi } from 'vitest'
import tickets from '#features/tickets/contract.ts'
import { randomUuid } from './random-uuid.ts'

afterEach(() => vi.unstubAllGlobals())

test('a key is accepted by the server and unique, even without https', () => {
  // Without https, browsers offer only this part of it.
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  const keys = Array.from({ length: 100 }, randomUuid)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(tickets.endpoints.answer.body.safeParse({ text: 'Hi', key }).success).toBe(true)
})
