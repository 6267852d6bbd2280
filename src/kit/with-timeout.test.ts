// @module-tag long
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

/** Keeps the process from doing anything else. */
function block(ms: number): void {
  const begun = performance.now()
  while (performance.now() - begun < ms);
}

test('a result that arrived while the process could not run is not late', async () => {
  const answer = turn().then(() => turn('arrived'))
  const waited = withTimeout(500, answer, 'late')
  block(1000)
  expect(await waited).toBe('arrived')
})

test('time runs out, and an earlier failure is reported', async () => {
  expect(await withTimeout(150, new Promise(() => {}), 'late')).toBe('late')
  await expect(withTimeout(86_400_000, Promise.reject(new Error('refused')), 'late')).rejects.toThrow('refused')
})

test('the limit by the clock holds, however busy the process is', async () => {
  const waited = withTimeout(86_400_000, new Promise(() => {}), 'late', 300)
  block(400)
  expect(await waited).toBe('late')
})
