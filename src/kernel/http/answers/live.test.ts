import { EventEmitter } from 'node:events'
import type { Client } from 'discord.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive, type Follower, type LiveStreams, streamKey } from './live.ts'
import { createLog } from '../../log.ts'

let live: LiveStreams
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  // Only the client's events are used.
  const client = new EventEmitter() as unknown as Client
  live = createLive({ client, log: createLog('error', [], { write() {} }) })
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

function follow(allowed: () => boolean) {
  const written: string[] = []
  const ended = vi.fn<() => void>()
  const follower: Follower = {
    key: streamKey('1', 'desk', 'rings'),
    guildId: '1',
    userId: '2',
    sessionId: 'session',
    write: text => void written.push(text),
    end: ended,
    allowed: () => Promise.resolve(allowed()),
  }
  live.follow(follower, undefined)
  return { written, ended }
}

test('a silent connection gets a keep-alive every 15 seconds', async () => {
  const { written, ended } = follow(() => true)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(written).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(30_001)
  expect(written.slice(1)).toEqual([':\n\n', ':\n\n', ':\n\n'])
  expect(ended).not.toHaveBeenCalled()
})

test('a right that expires ends the stream at the next keep-alive', async () => {
  let allowed = true
  const { ended } = follow(() => allowed)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ended).not.toHaveBeenCalled()
  allowed = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('rights that change outside Discord are checked when notified', async () => {
  const { ended } = follow(() => false)
  live.recheck('another guild')
  live.recheck('1', 'another person')
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).not.toHaveBeenCalled()
  live.recheck('1', '2')
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toHaveBeenCalledOnce()
})
