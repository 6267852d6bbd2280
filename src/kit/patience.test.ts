import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { patience } from './patience.ts'

/** Keeps the process from everything else. */
function block(ms: number): void {
  const begun = performance.now()
  while (performance.now() - begun < ms);
}

test('what arrived while the process was kept from running is not late', async () => {
  const ended = new AbortController()
  const waited = patience(500, ended.signal).then(() => 'late')
  const arrived = turn().then(() => 'arrived')
  block(1000)
  expect(await Promise.race([waited, arrived.then(answer => turn(answer))])).toBe('arrived')
  ended.abort()
  await waited
})

test('time is up, and whoever has what they waited for ends it', async () => {
  const ended = new AbortController()
  expect(await patience(150, ended.signal).then(() => 'over')).toBe('over')
  const waited = patience(86_400_000, ended.signal).then(() => 'ended')
  ended.abort()
  expect(await waited).toBe('ended')
  expect(await patience(86_400_000, ended.signal).then(() => 'ended')).toBe('ended')
})
